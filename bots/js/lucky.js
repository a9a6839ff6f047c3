// @ts-check
// A bot for every game: any legal move will do.   node lucky.js http://localhost:8080 K7QX2M [NAME]
import { play, table_at } from './cubilete.js';
import { token_file } from './token_file.js';

const [server, room = table_at(server), name = 'Lucky'] = process.argv.slice(2);

await play({
  server,
  room,
  name,
  token: token_file(server, name),
  on_turn: (view, moves) => moves[Math.floor(Math.random() * moves.length)],
  on_end: (result, you) => console.log(`the match is over, place ${result.places[you.seat] ?? 'none'}`),
});
