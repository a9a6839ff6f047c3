// @ts-check
// The server's refusals, and its own lines in the chat.
import { make_formatters } from '../language.js';

const { text } = make_formatters('en');

// Texts for refusals. The server's own sentences are English; these are for refusals without a sentence.
export const refused = 'That did not work.';
/** @param {string} span */
export const try_again = (span) => `Try again in ${span}.`;
/** The end of a ban or a mute. */
export const until = text('It holds until {moment}.');

/** By the protocol's refusal codes and by the close codes of a connection. */
export const codes = {
  bad_message: 'The server did not understand this page. Load it again.',
  unknown_type: 'The server did not understand this page. Load it again.',
  too_big: 'That is too long.',
  too_deep: 'The server did not understand this page. Load it again.',
  hello_first: 'The connection was not ready yet. Try it again.',
  bad_version: 'The server has been renewed. Load the page again.',
  bad_token: 'The server does not know you any more. Load the page again.',
  bad_name: 'A name has 1 to 20 visible characters.',
  bad_text: 'This text cannot be shown to others.',
  rate_limited: 'That was too much at once.',
  no_room: 'There is no such table.',
  room_full: 'This table is full.',
  seat_taken: 'Somebody sits there.',
  wrong_password: 'That is not the password.',
  banned: 'You may not come to this table.',
  not_host: 'Only the host may do that.',
  not_seated: 'You have no seat at this table.',
  not_in_room: 'You are not at this table.',
  bad_options: 'These house rules do not go together.',
  not_started: 'The game has not begun.',
  already_started: 'The game has begun already.',
  not_your_turn: 'It is not your turn.',
  illegal_move: 'The rules do not allow that.',
  stale: 'The table has moved on since then.',
  match_over: 'The game is over.',
  id_reused: 'This move was sent already.',
  taken: 'Another of your devices takes part in the dice already.',
  bad_value: 'This value does not fit what this device gave for the dice before.',
  busy: 'The server has too much to do.',
  storage: 'The server could not write that down; nothing was changed.',
  shutting_down: 'The server is about to restart.',
  muted: 'You may not write in the chat just now.',
  4002: 'The server closed the connection: too much came from here.',
  4003: 'The server does not take connections from this address of the page.',
  4010: 'You asked to be deleted, and it is done. If you go on, you are somebody new.',
  4011: 'The operator of this server has banned you.',
};

/** By the name of the reason (protocol/reasons.def), for those that say more than their code. @type {{[why: string]: string}} */
export const reasons = {};

/** The server's own lines in the chat. @type {{[english: string]: string}} */
export const notices = {};
