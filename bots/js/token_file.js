// @ts-check
// Stores a bot's token in a file, for Node: a bot that is started again is the same player and gets its seat
// back. Its notes of provable dice are in a file beside it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { socket_address } from './address.js';
import { note_file } from './note_file.js';

/**
 * Only the user may read the file, because the token is all that is needed to act as the player.
 * @param {string} server @param {string} name One name is one player: a second bot needs another name.
 * @param {string} [folder] by default `cubilete` in the user's directory for such data
 * @returns {import('./tokens.js').Token}
 */
export function token_file(server, name, folder) {
  const state = process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state');
  const place = encodeURIComponent(`${new URL(socket_address(server)).host} ${name}`);
  const path = join(folder ?? join(state, 'cubilete'), place);
  const file = `${path}.token`;
  return {
    notes: note_file(`${path}.notes`),
    get: () => {
      try {
        return readFileSync(file, 'utf8').trim() || undefined;
      } catch {
        return undefined;
      }
    },
    set: (token) => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      if (token) writeFileSync(file, `${token}\n`, { mode: 0o600 });
      else rmSync(file, { force: true });
    },
  };
}
