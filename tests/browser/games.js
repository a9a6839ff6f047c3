// The games that the page can show, by their folders.
import { existsSync, readdirSync } from 'node:fs';

const folder = new URL('../../web-client/games/', import.meta.url);

/** Their ids. */
export const games = readdirSync(folder).filter((id) => existsSync(new URL(`${id}/table.js`, folder)));
