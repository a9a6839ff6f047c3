// A bot of the JavaScript library for dishonest_test.py: dice_bot.js URL NOTES PATIENCE_MS. It always plays the first move
// and prints a line of JSON for each fault and for the end.
import { play } from '../../bots/js/cubilete.js';
import { note_file } from '../../bots/js/note_file.js';

const [server, notes, patience_ms] = process.argv.slice(2);
const say = (line) => console.log(JSON.stringify(line));
const on_turn = (view, moves) => moves[0];
const settings = { server, room: 'K7QX2M', matches: 1, notes: note_file(notes), verify: true, on_turn };
const { reason, results, verdicts } = await play({ ...settings, patience_ms: Number(patience_ms), on_fault: say });
say({ end: results[0]?.reason ?? reason, verdict: verdicts[0]?.text ?? null });
