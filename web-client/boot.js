// @ts-check
// What runs before all modules, also in browsers that have none. It sets the light or dark theme, so that the wrong one is never shown; makes
// the form of an invitation work before app.js is loaded, which then carries out the submission; tells when the page does not begin; and
// replaces what the oldest browsers lack (README.md, *The oldest browsers*).
(function () {
  /** Enables the style sheets and colours of a theme. @param {string | undefined} theme */
  function show_theme(theme) {
    [].forEach.call(document.querySelectorAll('[data-theme]'), function (/** @type {HTMLElement} */ part) {
      var own = part.dataset.theme;
      var media = theme === 'light' || theme === 'dark' ? (theme === own ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`;
      if (part.getAttribute('media') !== media) part.setAttribute('media', media);
    });
  }
  /** The theme as core/choices.js stores it. */
  function stored_theme() {
    try {
      return (JSON.parse(localStorage.getItem('cubilete.choices') || 'null') || {}).theme;
    } catch (_) {
      return undefined;
    }
  }
  show_theme(stored_theme());
  addEventListener('theme', function (event) {
    show_theme(/** @type {CustomEvent} */ (event).detail); // app.js sends it
  });

  function enable_invitation() {
    var form = document.getElementById('invitation');
    if (!form) return;
    form.addEventListener('submit', function (event) {
      event.preventDefault();
      var pressed = /** @type {HTMLButtonElement | null} */ (event.submitter);
      this.dataset.as = (pressed && pressed.value) || 'player';
      this.setAttribute('aria-busy', 'true');
    });
    form.setAttribute('data-ready', '');
  }
  // The document is interactive before the modules run.
  document.addEventListener('readystatechange', enable_invitation, { once: true });

  function tell() {
    var unable = document.getElementById('unable');
    if (unable && !document.documentElement.hasAttribute('data-begun')) unable.hidden = false;
  }
  function tell_soon() {
    document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', tell) : tell();
  }
  if (!('noModule' in HTMLScriptElement.prototype)) tell_soon();
  addEventListener(
    'error',
    function (event) {
      var target = event.target;
      if (target === window || target instanceof HTMLScriptElement) tell_soon();
    },
    true,
  );
  addEventListener('unhandledrejection', tell_soon);

  /** @param {object} of @param {object} methods */
  function complete(of, methods) {
    Object.entries(methods).forEach(function (pair) {
      var name = pair[0];
      if (!(name in of)) Object.defineProperty(of, name, { value: pair[1], configurable: true, writable: true });
    });
  }
  function complete_builtins() {
    /** @this {any} @param {number} place */
    function at(place) {
      return this[place < 0 ? this.length + place : place];
    }
    complete(String.prototype, { at });
    complete(Uint8Array.prototype, { at });
    complete(Object, {
      /** @param {object} one @param {string} name */
      hasOwn(one, name) {
        return {}.hasOwnProperty.call(one, name);
      },
    });
    complete(Array.prototype, {
      at,
      /** @this {any[]} @param {Function} fits */
      findLastIndex(fits) {
        var place = this.length;
        while (place-- > 0 && !fits(this[place]));
        return place;
      },
      /** @this {any[]} @param {any} fits */
      findLast(fits) {
        return this[this.findLastIndex(fits)];
      },
      /** @this {any[]} @param {any} order */
      toSorted(order) {
        return this.slice().sort(order);
      },
    });
    complete(Element.prototype, {
      /** @this {Element} */
      checkVisibility() {
        return this.getClientRects().length > 0;
      },
    });
  }
  complete_builtins();

  function complete_dialogs() {
    if (window.HTMLDialogElement) return;
    var unknown = HTMLUnknownElement.prototype;
    complete(unknown, {
      /** @this {any} */
      showModal() {
        this.setAttribute('open', '');
      },
      /** @this {any} */
      close() {
        this.removeAttribute('open');
        this.dispatchEvent(new Event('close'));
      },
    });
    Object.defineProperty(unknown, 'open', {
      /** @this {any} */
      get() {
        return this.hasAttribute('open');
      },
    });
  }
  complete_dialogs();

  function complete_submitter() {
    var submits = (window.SubmitEvent || Event).prototype;
    if ('submitter' in submits) return;
    /** @type {HTMLButtonElement | null} */
    var pressed = null;
    addEventListener(
      'click',
      function (event) {
        pressed = /** @type {Element} */ (event.target).closest('button');
      },
      true,
    );
    Object.defineProperty(submits, 'submitter', {
      /** @this {Event} */
      get() {
        return pressed && pressed.form === this.target ? pressed : null;
      },
    });
  }
  complete_submitter();
})();
