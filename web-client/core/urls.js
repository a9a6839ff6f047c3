// @ts-check
// Addresses of pages and files. All are below the page's base path, which may be a sub-path of the host.

/** @import { Page } from './shapes.js' */

/** Normalizes a room code from an address or from typed text, in upper or lower case. @param {string} text @returns {string | null} */
export function parse_room_code(text) {
  const code = text.trim().toUpperCase();
  return /^[0-9A-Z]{6}$/.test(code) ? code : null;
}

/** The room code in what was typed or pasted: with blanks and dashes, or in a link, also within a sentence. @param {string} text @returns {string | null} */
export function parse_typed_code(text) {
  const [, linked] = text.match(/\/r\/([0-9A-Za-z]{6})(?![0-9A-Za-z])/) ?? [];
  return linked ? parse_room_code(linked) : parse_room_code(text.replace(/[\s\p{Pd}_.]/gu, ''));
}

/** Names of games and options as the catalogue spells them. @param {string} text */
const is_name = (text) => /^[a-z_]{1,64}$/.test(text);

/** The name of a decision to practise. @param {string} text */
const is_position = (text) => /^[\w-]{1,64}(\.\d{1,10}){1,2}$/.test(text);

/** @param {string} address @param {string} base @returns {Page} */
export function parse_page_address(address, base) {
  const home = new URL(base);
  const { pathname, searchParams } = new URL(address, home);
  const path = pathname.slice(home.pathname.length);
  const code = path.startsWith('r/') ? parse_room_code(path.slice(2)) : null;
  if (code) return { at: 'room', code };
  const [kind, id, ...rest] = path.split('/');
  if (path === '') return { at: 'start' };
  if (rest.length > 0 || (id !== undefined && !/^[\w-]{1,64}$/.test(id))) return { at: 'nowhere' };
  if (kind === 'm' && id) {
    const entry = Number(searchParams.get('at'));
    return { at: 'match', id, ...(Number.isSafeInteger(entry) && entry > 0 && { entry }) };
  }
  if (kind === 'p' && id) return { at: 'player', id };
  if (kind === 'rules' && id && is_name(id)) {
    const preset = searchParams.get('preset') ?? '';
    return { at: 'rules', game: id, ...(is_name(preset) && { preset }) };
  }
  if (kind === 'fair' && !id) return { at: 'fair' };
  if (kind === 'cup' && !id) return { at: 'cup' };
  if (kind === 'practice' && !id) {
    const [game, position] = ['game', 'position'].map((name) => searchParams.get(name) ?? '');
    return { at: 'practice', ...(is_name(game) && { game }), ...(is_position(position) && { position }) };
  }
  if (kind === 'top') return id ? { at: 'top', game: id } : { at: 'top' };
  if (kind === 'new' && id && is_name(id)) return { at: 'new', game: id, options: Object.fromEntries(searchParams) };
  return { at: 'nowhere' };
}

/**
 * The device code of a link. It is in the fragment, so that servers and logs never see it.
 * @param {string} address @returns {string | null}
 */
export function parse_device_code(address) {
  return new URL(address).hash.match(/^#device=([0-9A-Za-z]{1,12})$/)?.[1] ?? null;
}

/** The address of a page; that of a room is also its invitation link. @param {Page} page @param {string} base @returns {string} */
export function page_address(page, base) {
  return new URL(path_of(page), base).href;
}

/** @param {Page} page */
function path_of(page) {
  if (page.at === 'room') return `r/${page.code}`;
  if (page.at === 'match') return `m/${page.id}${page.entry ? `?at=${page.entry}` : ''}`;
  if (page.at === 'player') return `p/${page.id}`;
  if (page.at === 'practice') return with_query('practice', { game: page.game, position: page.position });
  if (page.at === 'top') return page.game ? `top/${page.game}` : 'top';
  if (page.at === 'rules') return `rules/${page.game}${page.preset ? `?preset=${page.preset}` : ''}`;
  if (page.at !== 'new') return page.at === 'fair' || page.at === 'cup' ? page.at : '.';
  return with_query(`new/${page.game}`, page.options);
}

/** @param {string} path @param {Record<string, string | undefined>} values */
function with_query(path, values) {
  const query = `${new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))}`;
  return query === '' ? path : `${path}?${query}`;
}

/**
 * The base of links for others: a page at an address of this machine alone has another address elsewhere.
 * @param {string} base @param {string[] | null} reach where the server can be reached from elsewhere; null: at `base` @returns {string}
 */
export function public_base(base, reach) {
  const [first = base] = reach ?? [];
  return first.endsWith('/') ? first : `${first}/`;
}

/** The address of a file of this version of the page; without a page, of its folder. @param {string} path e.g. `ui/dark.css` */
export const file_address = (path) => {
  const { documentElement, baseURI } = globalThis.document ?? {};
  return new URL(`${documentElement?.dataset.files ?? ''}${path}`, baseURI ?? 'http://localhost/').href;
};

/** @param {string} base @returns {string} */
export function socket_address(base) {
  const url = new URL('ws', base);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
