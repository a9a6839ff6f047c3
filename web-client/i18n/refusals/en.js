// @ts-check
// The server's refusals, and its own lines in the chat.
import { make_formatters } from '../language.js';

const { text } = make_formatters('en');

export const refused = 'That did not work.';
/** @param {string} span */
export const try_again = (span) => `Try again in ${span}.`;
/** The end of a ban or a mute. */
export const until = text('It holds until {moment}.');

/**
 * By the protocol's refusal codes and by the close codes of a connection. With a refusal the server sends an English sentence.
 * @type {{[code: string]: string}}
 */
export const codes = {
  4002: 'The server closed the connection: too much came from here.',
  4010: 'You asked to be deleted, and it is done. If you go on, you are somebody new.',
  4011: 'The operator of this server has banned you.',
};

/** By the name of the reason (protocol/reasons.def), for those that say more than their code. @type {{[why: string]: string}} */
export const reasons = {};

/** The server's own lines in the chat. @type {{[english: string]: string}} */
export const notices = {};
