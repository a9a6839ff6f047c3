// @ts-check
// Stores a bot's tokens in a file, a line each, for Node: a bot that is started again is the same player and gets its seat
// back. Its notes of provable dice are in a file beside it.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { socket_address } from './address.js';
import { note_file } from './note_file.js';
import { token_lines } from './tokens.js';

/**
 * Only the user may read the file, because a token is all that is needed to act as the player.
 * @param {string} server @param {string} name One name is one player: a second bot needs another name.
 * @param {string} [folder] by default `cubilete` in the user's directory for such data
 * @returns {import('./tokens.js').Token}
 */
export function token_file(server, name, folder) {
  const state = process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state');
  const { host, pathname } = new URL(socket_address(server));
  const place = encodeURIComponent(`${host}${pathname.replace(/\/ws$/, '')} ${name}`); // paths of one host may be different servers
  const path = join(folder ?? join(state, 'cubilete'), place);
  const file = `${path}.token`;
  return {
    notes: note_file(`${path}.notes`),
    ...token_lines(
      () => {
        try {
          return readFileSync(file, 'utf8');
        } catch {
          return '';
        }
      },
      (text) => {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        writeFileSync(`${path}.new`, text, { mode: 0o600 }); // a program that is killed meanwhile loses no token
        renameSync(`${path}.new`, file);
      },
    ),
  };
}
