// @ts-check
// Runs before all modules, also in browsers that have none, so it is written as they read it. It tells when the page does not begin, and replaces
// what the oldest browsers in which the page plays (docs/operating.md) do not have.
(function () {
  // ---- a page that does not begin

  /** How long, in ms, the page may take to begin after all its files are there. */
  var patience_ms = 15000;

  /** app.js sets the mark. */
  function tell() {
    var unable = document.getElementById('unable');
    if (unable && !document.documentElement.hasAttribute('data-begun')) unable.removeAttribute('hidden');
  }
  /** A failure in the head comes before there is where to tell it. */
  function tell_soon() {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', tell);
    else tell();
  }
  if (!('noModule' in HTMLScriptElement.prototype)) tell_soon();
  // A file that does not come is told to its element only; listeners that capture hear it, too.
  addEventListener(
    'error',
    function (event) {
      if (event.target === window || event.target instanceof HTMLScriptElement) tell_soon();
    },
    true,
  );
  addEventListener('unhandledrejection', tell_soon);
  addEventListener('load', function () {
    setTimeout(tell, patience_ms);
  });

  // ---- replacements

  /** @param {object} of @param {string} name @param {Function} method unless it has one */
  function complete(of, name, method) {
    if (!(name in of)) Object.defineProperty(of, name, { value: method, configurable: true, writable: true });
  }
  /** @this {any} @param {number} place */
  function at(place) {
    return this[place < 0 ? this.length + place : place];
  }
  complete(Array.prototype, 'at', at);
  complete(String.prototype, 'at', at);
  complete(Uint8Array.prototype, 'at', at);
  complete(
    Object,
    'hasOwn',
    /** @param {object} one @param {string} name */ function (one, name) {
      return Object.prototype.hasOwnProperty.call(one, name);
    },
  );
  complete(
    Array.prototype,
    'findLastIndex',
    /** @this {any[]} @param {Function} fits */ function (fits) {
      for (var place = this.length - 1; place >= 0; --place) if (fits(this[place], place, this)) return place;
      return -1;
    },
  );
  complete(
    Array.prototype,
    'findLast',
    /** @this {any[]} @param {(value: any, at: number, all: any[]) => boolean} fits */ function (fits) {
      return this[this.findLastIndex(fits)];
    },
  );
  complete(
    Array.prototype,
    'toSorted',
    /** @this {any[]} @param {(a: any, b: any) => number} order */ function (order) {
      return this.slice().sort(order);
    },
  );
  complete(
    Element.prototype,
    'checkVisibility',
    /** @this {Element} */ function () {
      return this.getClientRects().length > 0;
    },
  );
  // Without dialogs they lie over the page (base.css), which goes on beneath them.
  if ('HTMLDialogElement' in window) return;
  /** @param {Element} one */
  function close(one) {
    one.removeAttribute('open');
    one.dispatchEvent(new Event('close'));
  }
  var unknown = HTMLUnknownElement.prototype;
  complete(
    unknown,
    'showModal',
    /** @this {Element} */ function () {
      this.setAttribute('open', '');
    },
  );
  complete(
    unknown,
    'close',
    /** @this {Element} */ function () {
      close(this);
    },
  );
  Object.defineProperty(unknown, 'open', {
    /** @this {Element} */
    get: function () {
      return this.hasAttribute('open');
    },
  });
  addEventListener('keydown', function (event) {
    if (event.key === 'Escape') document.querySelectorAll('dialog[open]').forEach(close);
  });
})();
