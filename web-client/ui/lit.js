// @ts-check
// The only module that imports lit-html. The casts give the vendored files the types of the package.
import * as lit from '../vendor/lit-html/lit-html.js';
import * as directives from '../vendor/lit-html/directive.js';
import * as vendored_helpers from '../vendor/lit-html/directive-helpers.js';
import * as lives from '../vendor/lit-html/directives/live.js';
import * as repeats from '../vendor/lit-html/directives/repeat.js';

/** @typedef {import('lit-html').TemplateResult | import('lit-html').SVGTemplateResult} Template */
/** @typedef {Template | symbol | string | number | null} Content Values allowed in a template. */

// Each by its name: what nothing uses is not in the bundle.
const { html: html_of, svg: svg_of, nothing, noChange, render: render_in } = /** @type {typeof import('lit-html')} */ (
  /** @type {unknown} */ ({ html: lit.html, svg: lit.svg, nothing: lit.nothing, noChange: lit.noChange, render: lit.render })
);
export { nothing };

// Other people's scripts change the page: a translator puts elements of its own in the place of every text. lit-html writes into a text that it
// has made, and takes the text behind a value for the end of that value; both may be gone. So no value ends with a text, and a text that is
// not there any more is made again.

/** @type {WeakMap<TemplateStringsArray, TemplateStringsArray>} */
const known = new WeakMap();

/** The texts of a template, where each value of an element's content has an end of its own. @param {TemplateStringsArray} strings */
function close_values(strings) {
  const before = known.get(strings);
  if (before) return before;
  let in_tag = false;
  const texts = strings.map((text, at) => {
    const own_end = at > 0 && !in_tag && /^[^<]/.test(text);
    if (/[<>]/.test(text)) in_tag = text.lastIndexOf('<') > text.lastIndexOf('>');
    return own_end ? `<!---->${text}` : text;
  });
  const made = Object.assign(texts, { raw: strings.raw });
  known.set(strings, made);
  return made;
}

/** @type {typeof html_of} */
export const html = (strings, ...values) => html_of(close_values(strings), ...values);
/** @type {typeof svg_of} */
export const svg = (strings, ...values) => svg_of(close_values(strings), ...values);

/** @param {unknown} content @param {HTMLElement} place */
export function render(content, place) {
  const part = render_in(content, place);
  if (!is_patched) patch_part(Object.getPrototypeOf(part));
  return part;
}
let is_patched = false;

/** Forgets what was rendered there. @param {HTMLElement} place */
export function unrender(place) {
  place.replaceChildren();
  delete (/** @type {{'_$litPart$'?: unknown}} */ (/** @type {unknown} */ (place))['_$litPart$']);
}

/** Lets a part notice that its text was replaced. @param {{_$AI: (value: unknown, of: unknown) => unknown}} part the prototype; its names are those that lit-html has for its own directives */
function patch_part(part) {
  is_patched = true;
  const set = part._$AI;
  /** @this {import('lit-html').ChildPart} @param {unknown} value @param {unknown} of */
  part._$AI = function (value, of) {
    const shown = helpers.getCommittedValue(this);
    if (value !== shown && value !== noChange && shown !== nothing && helpers.isPrimitive(shown)) {
      const text = this.startNode?.nextSibling;
      if (text?.nodeType !== Node.TEXT_NODE || text.nextSibling !== this.endNode) {
        helpers.clearPart(this);
        helpers.setCommittedValue(this, nothing);
      }
    }
    return set.call(this, value, of);
  };
}
export const { live } = /** @type {typeof import('lit-html/directives/live.js')} */ (/** @type {unknown} */ ({ live: lives.live }));
const helpers = /** @type {typeof import('lit-html/directive-helpers.js')} */ (
  /** @type {unknown} */ ({
    clearPart: vendored_helpers.clearPart,
    getCommittedValue: vendored_helpers.getCommittedValue,
    isPrimitive: vendored_helpers.isPrimitive,
    setCommittedValue: vendored_helpers.setCommittedValue,
  })
);
/** For lists whose elements are kept when others are added or removed. */
export const { repeat } = /** @type {typeof import('lit-html/directives/repeat.js')} */ (/** @type {unknown} */ ({ repeat: repeats.repeat }));
/**
 * Content whose elements are made anew with each new key, so that their animation runs again.
 * @param {unknown} key @param {Content} content
 */
export const keyed = (key, content) => repeat([key], (one) => one, () => content);

/**
 * A dialog's listener of `close`. The browser sends this event later: if a press came first, the dialog may be open again with something else.
 * A dialog that stays in the page hears Escape at once by `cancel`.
 * @param {() => void} close
 */
export const when_closed = (close) => (/** @type {Event} */ { currentTarget }) => {
  const dialog = /** @type {HTMLDialogElement} */ (currentTarget);
  if (!dialog.open && dialog.isConnected) close();
};

const { directive, Directive } = /** @type {typeof import('lit-html/directive.js')} */ (/** @type {unknown} */ ({ directive: directives.directive, Directive: directives.Directive }));
/**
 * Stands in an element's tag; calls back with the element after each rendering, when it is in the page.
 * @type {(then: (element: HTMLElement) => void) => unknown}
 */
export const on_rendered = directive(
  class extends Directive {
    render() {
      return noChange;
    }
    /** @param {import('lit-html').ElementPart} part @param {[then: (element: Element) => void]} values */
    update(part, [then]) {
      queueMicrotask(() => part.element.isConnected && then(part.element));
      return noChange;
    }
  },
);
