// A bot of the JavaScript library for dishonest_test.py: dice_bot.js URL NOTES PATIENCE_MS [OPTIONS]. It plays the
// move at `place` of the list, by default the first one, and prints a line of JSON for each fault and for the end.
import { play } from '../../js/cubilete.js';
import { note_file } from '../../js/note_file.js';

const [server, notes, patience_ms, options = '{}'] = process.argv.slice(2);
const { room, matches, place } = { room: 'K7QX2M', matches: 1, place: 0, ...JSON.parse(options) };
const say = (line) => console.log(JSON.stringify(line));
let match = null;
const on_turn = (view, moves) => moves.at(place);
const on_push = (push) => {
  if (push.t === 'match') match = push.match;
};
const settings = { server, room, matches, notes: note_file(notes), verify: true, on_turn, on_push };
const { reason, results, verdicts } = await play({ ...settings, patience_ms: Number(patience_ms), on_fault: say });
say({ end: results[0]?.reason ?? reason, verdict: verdicts.at(-1)?.text ?? null, match });
