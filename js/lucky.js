// @ts-check
// A bot for every game that plays a random legal move.   node lucky.js http://localhost:8080 K7QX2M [NAME]
import { Lost, NoAddress, play, Refused, table_at } from './cubilete.js';
import { token_file } from './token_file.js';

const [server = '', code, name = 'Lucky'] = process.argv.slice(2);
const room = code || table_at(server);
if (!room) {
  console.error('node lucky.js http://localhost:8080 K7QX2M [NAME]');
  process.exit(1);
}

try {
  const token = token_file(server, name);
  const on_turn = (view, moves) => moves[Math.floor(Math.random() * moves.length)];
  const on_end = (result, you) => console.log(`the match is over, place ${result.places[you.seat] ?? 'none'}`);
  await play({ server, room, name, token, on_turn, on_end });
} catch (why) {
  if (![Lost, NoAddress, Refused].some((known) => why instanceof known)) throw why;
  console.error(why.message);
  process.exitCode = 1;
}
