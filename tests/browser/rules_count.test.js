// The referee counts dice as the rules say: every throw that the rules draw is played.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';

import { rule_facts as boxes_of } from '../../web-client/games/yahtzee/rule_facts.js';
import { rules_of } from './games.js';

const run = promisify(execFile);
const [ambiciosa, escalera, threes_away, yahtzee] = await Promise.all(
  ['ambiciosa', 'escalera', 'threes_away', 'yahtzee'].map((game) => rules_of(game, 'en')),
);

const parts_of = ({ sections }) => sections.flatMap(({ parts }) => parts);
const rows_of = (rules) => parts_of(rules).flatMap(({ table }) => table?.rows ?? []);
const examples_of = (rules) => parts_of(rules).flatMap(({ example }) => example ?? []);
const signed = (text) => Number(text.replace('−', '-').replace(',', ''));
/** All ways to choose one of each. */
const every = (choices) =>
  Object.entries(choices).reduce(
    (sets, [name, values]) => sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value }))),
    [{}],
  );

/** @param {object[]} scenarios one match each */
async function judged(scenarios) {
  assert.ok(scenarios.length > 3);
  const folder = await mkdtemp(join(tmpdir(), 'cubilete-'));
  try {
    const files = await Promise.all(
      scenarios.map(async (scenario, at) => {
        const file = join(folder, `${at}.json`);
        await writeFile(file, JSON.stringify({ result: null, ...scenario }));
        return file;
      }),
    );
    await run(process.env.CUBILETE_BIN, ['referee', ...files]).catch(({ stdout }) =>
      assert.fail(stdout.split('\n').filter((line) => !line.startsWith('pass')).join('\n')),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('La Ambiciosa: single dice and three alike', async () => {
  const scenarios = [];
  for (const options of every({ negative_triples: [true, false], floor_at_zero: [true, false] })) {
    const rules = ambiciosa({ target: 5000, tie: 'shared', min_bank: 0, starter: 'first', ...options });
    const said = [
      ...rows_of(rules).map(([{ draw }, text]) => ({ dice: draw, text: text.replace(/^Nothing.*/, '0') })),
      ...examples_of(rules).map(({ draw, rest = [], text }) => ({ dice: [...draw, ...rest], text: text.replace(/^Nothing/, ': 0') })),
    ];
    for (const { dice, text } of said) {
      const points = text.match(/^([+−]?\d[\d,]*\d|0)|: (\d+)/);
      if (dice.length !== 3 || !points || /in hand/.test(text)) continue;
      scenarios.push({
        ...{ name: `${dice} ${text}`, game: 'ambiciosa', seats: 1, options, draws: [{ dice }] },
        steps: [{ seat: 0, move: { do: 'roll' }, events: [{ e: 'rolled', points: signed(points[1] ?? points[2]) }] }],
      });
    }
  }
  await judged(scenarios);
});

test('Escalera: straights, sixes, and several straights', async () => {
  const scenarios = [];
  const choices = {
    scale: ['escalera', 'hearts'],
    sixes: ['s30_60', 's35_70', 'off'],
    multi_straights: [true, false],
    triple_one_two: [true, false],
    reset_throw_scores: [true, false],
    reset_aces: [4, 3, 0],
  };
  // without several straights there are no three of them
  for (const options of every(choices).filter((one) => one.multi_straights || !one.triple_one_two)) {
    const rules = escalera({ target: 100, ante: 0, tie: 'shared', auto_roll: false, starter: 'first', ...options });
    const examples = examples_of(rules).filter(({ text }) => /: \d+\.$/.test(text));
    const said = [
      ...rows_of(rules).map(([{ draw }, text]) => ({ dice: draw, points: Number.parseInt(text) })),
      ...examples.map(({ draw, rest, text }) => ({ dice: [...draw, ...rest], points: Number(text.match(/(\d+)\.$/)[1]) })),
    ];
    for (const { dice: drawn, points } of said) {
      const dice = drawn.filter((piece) => piece !== '+');
      // dice that count nothing: a 2 without its 1, or four 6s beside a lone 1
      const fill = dice.length === 1 ? [6, 6, 6, 6, 4] : Array(6 - dice.length).fill(2);
      scenarios.push({
        ...{ name: `${dice}: ${points}`, game: 'escalera', seats: 1, options, draws: [{ dice: [...dice, ...fill] }] },
        steps: [{ seat: 0, move: { do: 'roll' }, events: [{ e: 'rolled', points }] }],
      });
    }
  }
  await judged(scenarios);
});

test('Threes Away: what is kept, and bottoms', async () => {
  const scenarios = [];
  for (const options of every({ zero_face: [1, 2, 3, 4, 5, 6], bottoms: ['off', 'per_die', 'whole_throw'] })) {
    const table = { ante: 1, start_chips: 20, pots: 5, tie: 'all_tie', tie_ante: true, zero_ante: true, progressive: 'off' };
    const rules = threes_away({ ...table, stop_when_beaten: true, next_starter: 'rotate', starter: 'first', ...options });
    const keep = { seat: 0, move: { do: 'keep', dice: [0, 1, 2, 3, 4] } };
    for (const { draw, text } of examples_of(rules)) {
      const points = /kept.* (\d+)\.$/.exec(text)?.[1];
      if (!points) continue;
      const dice = draw.slice(0, 5);
      const bottoms = draw.length > 5 ? [{ seat: 0, move: { do: 'bottoms' }, view: { turn: { dice: draw.slice(6) } } }] : [];
      scenarios.push({
        ...{ name: text, game: 'threes_away', seats: 2, options: { starter: 'first', ...options }, draws: [{ dice }] },
        steps: [{ seat: 0, move: { do: 'roll' } }, ...bottoms, { ...keep, events: [{ e: 'scored', points: Number(points) }] }],
      });
    }
    if (options.bottoms === 'per_die')
      for (const [{ draw }, text] of rows_of(rules).filter(([{ draw }]) => draw[1] === '→')) {
        const sum = text === 'Nothing' ? 0 : Number(text);
        scenarios.push({
          ...{ name: `${draw} ${text}`, game: 'threes_away', seats: 2, options: { starter: 'first', ...options } },
          draws: [{ dice: Array(5).fill(draw[0]) }],
          steps: [
            { seat: 0, move: { do: 'roll' } },
            { seat: 0, move: { do: 'keep', dice: [0], turned: [0] }, view: { turn: { kept: [draw[2]], sum } } },
          ],
        });
      }
  }
  await judged(scenarios);
});

test('Yahtzee and its relatives: every box', async () => {
  const scenarios = [];
  const five = [0, 1, 2, 3, 4];
  for (const preset of ['yahtzee', 'kniffel', 'yatzy', 'generala']) {
    const joker = ['yahtzee', 'kniffel'].includes(preset) ? { joker: 'forced', yahtzee_bonus: 100 } : { joker: 'none', yahtzee_bonus: 0 };
    const card = { upper_bonus: 35, five_is_full_house: false, columns: 1, order: 'free', zero: 'forced', duplicate: false };
    const options = { preset, ...joker, ...card, tie: 'shared', starter: 'first' };
    const rules = yahtzee(options);
    const lower = rows_of(rules).map(([, { draw, rest = [] }, text], at) => ({
      dice: [...draw, ...rest],
      box: boxes_of(options).lines[at].box,
      points: Number(text.match(/(\d+)$/)[1]),
    }));
    const [{ draw: dice, text }] = examples_of(rules);
    const upper = ['threes', 'twos', 'fours'].map((box, at) => ({ dice, box, points: Number(text.match(/\d+/g)[at]) }));
    for (const { dice, box, points } of [...upper, ...lower]) {
      if (box === 'double_generala') continue; // has to come after a Generala
      scenarios.push({
        // not with the first throw: what is served counts more
        ...{ name: `${box} ${dice}`, game: 'yahtzee', seats: 1, options, draws: [{ dice: [1, 1, 2, 2, 4] }, { dice }] },
        steps: [
          { seat: 0, move: { do: 'roll', dice: five } },
          { seat: 0, move: { do: 'roll', dice: five } },
          { seat: 0, move: { do: 'score', box }, events: [{ e: 'scored', box, points }] },
        ],
      });
    }
  }
  await judged(scenarios);
});
