// The pages that describe the protocol, as one text.
import { readdir, readFile } from 'node:fs/promises';

const root = new URL('../../../', import.meta.url);
const games = (await readdir(new URL('engine/games/', root), { withFileTypes: true })).filter((entry) => entry.isDirectory());
const files = ['protocol/README.md', ...games.map(({ name }) => `engine/games/${name}/README.md`)];

export const protocol_pages = (await Promise.all(files.map((file) => readFile(new URL(file, root), 'utf8')))).join('');
