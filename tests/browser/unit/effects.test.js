import assert from 'node:assert/strict';
import test from 'node:test';

import { roll_ms } from '../../../web-client/core/push_queue.js';
import { sanitize_choices, default_choices } from '../../../web-client/core/choices.js';
import { waiting_table_count, notification_for, is_playing, may_offer_notifications, title } from '../../../web-client/ui/attention.js';
import { end_of, vibration_of, first_hop_ms, is_news, max_effects_ms, next_hop_ms, fit_duration } from '../../../web-client/ui/game/beats.js';
import { strokes } from '../../../web-client/ui/table/effects/sound.js';
import { effects as ambiciosa } from '../../../web-client/games/ambiciosa/effects.js';
import { effects as escalera } from '../../../web-client/games/escalera/effects.js';
import { effects as threes_away } from '../../../web-client/games/threes_away/effects.js';
import { effects as tres } from '../../../web-client/games/tres/effects.js';
import { effects as yahtzee } from '../../../web-client/games/yahtzee/effects.js';
import { initial_state, reduce } from '../../../web-client/core/state.js';

const flights = (beats) => beats.flatMap(({ fly }) => (fly ? [`${fly.thing}: ${fly.from[0]} > ${fly.to[0]}`] : []));
const sounds = (beats) => beats.flatMap(({ sound }) => (sound ? [sound] : []));
/** So many dice, cards or chips; dice land when the page's do. */
const heard = (count) => ({ count, hops: [first_hop_ms / 1000, next_hop_ms / 1000] });
const eight = [1, 1, 1, 1, 1, 1, 1, 1];

/** For each game, more events than any one message has. */
const busiest = [
  tres(
    [
      { e: 'played', seat: 0, on: 1, cards: ['r4', 'R3'], below: 'r5', toma_tres: true },
      { e: 'reversed', direction: -1 },
      { e: 'drew', seat: 1, count: 6, why: 'toma_tres' },
      { e: 'reshuffled', cards: 20 },
      { e: 'turned_up', on: 1, card: 'P3' },
      { e: 'drew', seat: 1, count: 3, why: 'plus_three' },
      { e: 'lost_turn', seat: 2, why: 'skip' },
    ],
    { mine: 0 },
  ),
  tres(
    eight.flatMap((_, seat) => [{ e: 'dealt', seat, count: 7 }]),
    { mine: null },
  ),
  threes_away([
    { e: 'scored', seat: 3, points: 0 },
    { e: 'took_pot', seat: 3, chips: 40 },
    { e: 'ante', why: 'pot', paid: eight, pot: 8 },
  ]),
  ambiciosa([
    { e: 'rolled', seat: 0, dice: ['J', 'J', 'J'], points: -1000 },
    { e: 'penalty', seat: 0, points: -1000, lost: 450 },
  ]),
  escalera([
    { e: 'rolled', seat: 0, dice: [1, 1, 1, 1, 2, 3], points: 10 },
    { e: 'reset', seat: 0, aces: 4, lost: 60 },
  ]),
  yahtzee([
    { e: 'scored', seat: 0, box: 'sixes', points: 30 },
    { e: 'upper_bonus', seat: 0, points: 35 },
  ]),
];

test('animations end within a second, and highlights within a second and a half', () => {
  for (const beats of busiest) {
    assert.ok(fit_duration(beats).every(({ ms = 0, moment }) => !moment || ms <= 1500));
    const ends = fit_duration(beats).filter(({ moment }) => !moment).map(({ at, ms = 0 }) => at + ms);
    assert.ok(beats.length > 1 && Math.max(...ends) <= max_effects_ms + 1e-6);
  }
  assert.equal(max_effects_ms, 1000);
});

test('compressed effects keep their order', () => {
  for (const beats of busiest) {
    const moving = beats.filter(({ moment }) => !moment);
    const order = (some) => some.map((_, at) => at).sort((a, b) => some[a].at - some[b].at || a - b);
    assert.deepEqual(order(fit_duration(moving)), order(moving));
  }
});

test('in TRES cards fly from the hand to the table, and from the pile to players who draw', () => {
  const events = [
    { e: 'played', seat: 0, on: 1, cards: ['r4', 'S3'], below: 'r5', toma_tres: true },
    { e: 'drew', seat: 2, count: 3, why: 'toma_tres' },
    { e: 'lost_turn', seat: 2, why: 'skip' },
    { e: 'turned_up', on: 1, card: 'b7' },
  ];
  const beats = tres(events, { mine: 0 });
  assert.deepEqual(flights(beats), [
    'r4: own-r4 > place-1',
    'S3: own-S3 > place-1',
    'r4: place-1 > discards',
    'S3: place-1 > discards',
    'back: pile > seat-2',
    'back: pile > seat-2',
    'back: pile > seat-2',
    'back: pile > place-1',
  ]);
  assert.deepEqual(beats.find(({ hold }) => hold).hold, { thing: 'r5', spot: 'place-1' });
  assert.ok(sounds(beats).includes('great'));
  assert.ok(beats.some(({ shake }) => shake === 'seat-2'));
  assert.ok(flights(tres(events, { mine: 2 })).includes('back: pile > hand'));
});

test('cards that others draw are hidden', () => {
  const beats = tres([{ e: 'drew', seat: 1, count: 1, why: 'turn', cards: ['g8'] }], { mine: 0 });
  assert.deepEqual(flights(beats), ['back: pile > seat-1']);
});

test('in Threes Away the old pot moves before the new one, with a chip from each payer', () => {
  const beats = threes_away([
    { e: 'took_pot', seat: 1, chips: 2 },
    { e: 'ante', why: 'pot', paid: [1, 0, 1], pot: 2 },
  ]);
  assert.deepEqual(flights(beats), ['chip: pot > seat-1', 'chip: pot > seat-1', 'chip: seat-0 > pot', 'chip: seat-2 > pot']);
  const many = threes_away([{ e: 'took_pot', seat: 1, chips: 40 }]).filter(({ fly }) => fly);
  assert.deepEqual(many.map(({ at, ms }) => [at, ms]), [0, 40, 80, 120, 160, 200].map((at) => [at, 260]));
  const times = beats.filter(({ fly }) => fly).map(({ at, fly }) => [fly.from[0], at]);
  const last_out = Math.max(...times.filter(([from]) => from === 'pot').map(([, at]) => at));
  assert.ok(times.filter(([from]) => from !== 'pot').every(([, at]) => at > last_out));
});

test('points in hand fly to the score when written, and fall when a throw loses them', () => {
  assert.deepEqual(flights(ambiciosa([{ e: 'banked', seat: 1, points: 350, score: 1350 }])), ['points 350: hand > score-1']);
  const bust = ambiciosa([{ e: 'rolled', seat: 0, dice: ['9', '10', 'Q'], points: 0 }, { e: 'bust', seat: 0, lost: 350 }]);
  assert.deepEqual(sounds(bust), ['dice', 'bad']);
  assert.deepEqual(bust.find(({ fall }) => fall).fall, { thing: 'lost 350', spot: 'hand' });
  assert.deepEqual(ambiciosa([{ e: 'bust', seat: 0, lost: 0 }]).filter(({ fall }) => fall), []);
});

test('the sound has as many dice as were thrown', () => {
  const [beat] = yahtzee([{ e: 'rolled', seat: 0, thrown: [1, 3], dice: [1, 2, 3, 4, 5] }]);
  assert.deepEqual([beat.sound, beat.count], ['dice', 2]);
  assert.ok(strokes('dice', heard(5)).length > strokes('dice', heard(2)).length);
});

test('every sound that a game requests exists', () => {
  const asked = new Set([...busiest.flatMap(sounds), 'turn', 'win', 'end', 'hurry', 'shuffle', 'chips', 'shake', 'pick']);
  for (const sound of asked) {
    for (const { at, last, from, loud } of strokes(sound, heard(3))) {
      assert.ok(at >= 0 && last > 0 && from > 20 && loud > 0 && loud < 0.5, sound);
    }
  }
});

test('dice are felt when they land, and what they bring when they lie', () => {
  const [first, second] = [first_hop_ms, next_hop_ms - first_hop_ms - 12];
  const landed = [0, first, 12, second, 6];
  const lasted = landed.reduce((sum, ms) => sum + ms);
  assert.deepEqual(vibration_of([{ at: 0, sound: 'dice' }]), landed);
  assert.deepEqual(vibration_of([{ at: roll_ms, sound: 'great' }, { at: 0, sound: 'dice' }]), [...landed, roll_ms - lasted, 20, 40, 20, 40, 60]);
  assert.deepEqual(vibration_of([{ at: 300, sound: 'write' }, { at: 0, ms: 200, shake: 'tray' }]), [0, 300, 10]);
  assert.deepEqual(vibration_of([{ at: 0, sound: 'card' }, { at: 0, sound: 'chips' }]), []);
});

test('dice are heard when they land and once more, more softly', () => {
  const impacts = strokes('dice', heard(5)).filter(({ wave }) => wave === 'sine');
  assert.equal(impacts.length, 10);
  const [landing, again] = [impacts.slice(0, 5), impacts.slice(5)];
  assert.ok(Math.min(...landing.map(({ at }) => 1000 * at)) >= first_hop_ms - 1 && Math.max(...landing.map(({ at }) => at)) < Math.min(...again.map(({ at }) => at)));
  assert.ok(Math.max(...again.map(({ loud }) => loud)) < Math.min(...landing.map(({ loud }) => loud)));
});

test('only the push that follows the shown one is animated', () => {
  const push = (seq, match = 'm_1') => ({ match, seq });
  assert.ok(is_news(push(4), push(5)));
  assert.ok(is_news(null, push(1)));
  assert.ok(is_news(push(40, 'm_0'), push(1)));
  assert.ok(!is_news(null, push(5))); // the page was loaded
  assert.ok(!is_news(push(4), push(6))); // back after an absence
  const same = push(4);
  assert.ok(!is_news(same, same));
});

test('only winners of a finished match get the fanfare', () => {
  const push = (reason, winners) => ({ result: { reason, winners }, you: { seat: 1 } });
  assert.equal(end_of(push('finished', [1, 2])), 'win');
  assert.equal(end_of(push('finished', [0])), 'end');
  assert.equal(end_of(push('abandoned', [1])), 'end');
  assert.equal(end_of({ result: null, you: { seat: 1 } }), null);
});

// ---- notifications

const code = 'K7QX2M';
const ana = { id: 'p_ana', name: 'Ana', bot: false };
const ben = { id: 'p_ben', name: 'Ben', bot: false };
const line = (player) => ({ player, ready: true, online: true, house: false });
const fields = { room: code, game: 'yahtzee', options: {}, host: ana.id, public: false, spectators: 0, chat: [] };
const room = { t: 'room', ...fields, phase: 'playing', match: 'm_1', seats: [line(ana), line(ben)] };
const push = (seq, turn, left_ms = 40_000) => ({
  ...{ t: 'match', room: code, match: 'm_1', seq, by: {}, events: [], result: null },
  view: { round: 1, turn: { seat: turn }, seats: [{ score: 0 }, { score: 0 }] },
  to_act: [turn],
  you: { seat: 0, n: seq, moves: [] },
  clock: { kind: 'turn', left_ms, of_ms: 45_000 },
});
const after = (state, ...events) => events.reduce(reduce, state);
const pushed = (message, now = 0) => ({ type: 'pushed', message, now });
const seated = after(
  initial_state({ name: 'Ana', page: { at: 'room', code }, now: 0 }),
  { type: 'welcomed', me: ana, games: [], rooms: [code] },
  { type: 'joined', code },
  pushed(room),
);

test('a turn notifies once, and shows in title and icon while it lasts', () => {
  const others = after(seated, pushed(push(1, 1)));
  const mine = after(others, pushed(push(2, 0)));
  const still = after(mine, pushed(push(3, 0)));
  assert.equal(notification_for(seated, others), null);
  assert.equal(notification_for(others, mine), 'turn');
  assert.equal(notification_for(mine, still), null);
  assert.deepEqual([others, mine, still].map(waiting_table_count), [0, 1, 1]);
  assert.match(title(mine), /^Your turn/);
  assert.doesNotMatch(title(others), /turn/);
});

test('a player gets one reminder when ten seconds are left', () => {
  const mine = after(seated, pushed(push(1, 0, 40_000)));
  const at = (now) => after(mine, { type: 'ticked', now });
  assert.equal(notification_for(at(29_900), at(30_100)), 'hurry');
  assert.equal(notification_for(at(30_100), at(30_600)), null);
});

test('the screen stays on for players in a match who want it', () => {
  const playing = after(seated, pushed(push(1, 1)));
  assert.ok(is_playing(playing));
  assert.ok(!is_playing(after(playing, { type: 'chose', change: { awake: false } })));
  assert.ok(!is_playing(after(playing, pushed({ ...room, phase: 'finished' }))));
  assert.ok(!is_playing(after(playing, pushed({ ...room, seats: [line(null), line(ben)] }))));
});

test('notifications are offered to players who left the page in a match, until they answer', () => {
  const playing = after(seated, pushed(push(1, 1)));
  assert.ok(!may_offer_notifications(playing));
  const back = after(playing, { type: 'page_hidden' });
  assert.ok(may_offer_notifications(back));
  assert.ok(!may_offer_notifications(after(back, { type: 'chose', change: { offered: true } })));
  const waiting = after(seated, pushed({ ...room, phase: 'waiting', match: null }), { type: 'page_hidden' });
  assert.ok(!may_offer_notifications(after(waiting, pushed(room), pushed(push(1, 1)))));
});

test('lines of a muted player are not counted as unread', () => {
  const said = pushed({ t: 'chat', room: code, from: ben.id, name: 'Ben', text: 'hola', at_ms: 1 });
  const playing = after(seated, pushed(push(1, 1)));
  assert.equal(after(playing, said).unread, 1);
  assert.equal(after(playing, { type: 'chose', change: { muted: [ben.id] } }, said).unread, 0);
});

test('any stored data gives valid preferences; sound is off by default', () => {
  for (const found of [null, 7, 'x', [], { theme: 'pink', sound: 'yes', muted: [1, {}] }]) assert.deepEqual(sanitize_choices(found), default_choices);
  assert.equal(default_choices.sound, false);
  assert.deepEqual(sanitize_choices({ theme: 'dark', sound: true, muted: ['p_1'] }), { ...default_choices, theme: 'dark', sound: true, muted: ['p_1'] });
});

test('rare events get highlights, those of a throw only after the dice stop', () => {
  const moments = (beats) => beats.flatMap(({ moment, at }) => (moment ? [[moment, at]] : []));
  const thrown = (...dice) => moments(yahtzee([{ e: 'rolled', seat: 0, thrown: [0], dice }]));
  assert.deepEqual(thrown(4, 4, 4, 4, 4), [['five', roll_ms]]);
  assert.deepEqual(thrown(2, 6, 4, 3, 5), [['straight', roll_ms]]);
  assert.deepEqual(thrown(1, 3, 4, 5, 6), []);
  assert.equal(moments(yahtzee([{ e: 'upper_bonus', seat: 0, points: 35 }])).length, 1);
  assert.deepEqual(moments(escalera([{ e: 'rolled', seat: 0, points: 50, straights: [6] }])), [['straight', roll_ms]]);
  assert.deepEqual(moments(escalera([{ e: 'rolled', seat: 0, points: 20, straights: [4, 2] }])), []);
  const banked = (score) => ambiciosa([{ e: 'banked', seat: 0, points: 300, score }], { view: { target: 5000 } });
  assert.deepEqual(moments(banked(5100)).map(([moment]) => moment), ['goal 5000']);
  assert.deepEqual(moments(banked(4900)), []);
  const aces = (...dice) => moments(ambiciosa([{ e: 'rolled', seat: 0, dice, points: 1000 }]));
  assert.deepEqual([aces('A', 'A', 'A'), aces('A', 'A', 'K')], [[['aces', roll_ms]], []]);
  assert.equal(moments(threes_away([{ e: 'took_pot', seat: 1, chips: 9 }])).length, 1);
  const scored = (points) => moments(threes_away([{ e: 'scored', seat: 1, points }])).map(([moment]) => moment);
  assert.deepEqual([scored(0), scored(1)], [['zero'], []]);
  assert.deepEqual(moments(threes_away([{ e: 'moon', seat: 1 }])).map(([moment]) => moment), ['moon']);
  assert.equal(moments(tres([{ e: 'tres', seat: 1 }], { mine: 0 })).length, 1);
  const early = [...ambiciosa([{ e: 'rolled', seat: 0, points: 0 }, { e: 'bust', seat: 0 }]), ...escalera([{ e: 'rolled', seat: 0, points: 50 }])];
  assert.ok(early.every(({ at, sound }) => sound === 'dice' || at >= roll_ms));
});
