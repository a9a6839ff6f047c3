// @ts-check
// See README.md, *A floor*. It runs before all modules, also in browsers that have none.
(function () {
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
})();
