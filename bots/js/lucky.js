// @ts-check
// A bot for every game: any legal move will do.   node lucky.js http://localhost:8080 K7QX2M [NAME]
import { Lost, play, Refused, table_at } from './cubilete.js';
import { token_file } from './token_file.js';

const [server, code, name = 'Lucky'] = process.argv.slice(2);
if (!server) {
  console.error('node lucky.js http://localhost:8080 K7QX2M [NAME]');
  process.exit(1);
}

try {
  await play({
    server,
    room: code ?? table_at(server),
    name,
    token: token_file(server, name),
    on_turn: (view, moves) => moves[Math.floor(Math.random() * moves.length)],
    on_end: (result, you) => console.log(`the match is over, place ${result.places[you.seat] ?? 'none'}`),
  });
} catch (why) {
  if (!(why instanceof Lost || why instanceof Refused)) throw why;
  console.error(why.message);
  process.exitCode = 1;
}
