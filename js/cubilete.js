// @ts-check
// The library for bots. For Node 20 or newer and for browsers; it has no dependencies.
export { play } from './play.js';
export { Connection, Lost, Refused } from './connection.js';
export { NoAddress, socket_address, table_at } from './address.js';
export { fetch_analysis, fetch_record, verify_match } from './record.js';
export { notes_in_memory, token_in_browser, token_in_memory } from './tokens.js';
