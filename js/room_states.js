// @ts-check
// What the pushes `room` have said: the settings and the people that a match of the room must have, and whether this program
// was there when it began.

/** @typedef {import('./contributor_checks.js').RoomSettings} RoomSettings */
/** Ids by seat without the empty ones, as a match has them. @typedef {(string | null)[]} People */

export class LatestRoomStates {
  /** @type {Map<string, RoomSettings & {people: People}>} */
  #newest = new Map();
  /** By room, since joined(): its latest match while this program had a seat and nothing was played. @type {Map<string, string | null>} */
  #idle_since_match = new Map();

  joined() {
    this.#idle_since_match.clear();
  }

  /** @param {import('./protocol.js').RoomPush} push @param {string | null} player the id of this program's player */
  on_room_push({ room, game, options, witness, phase, match, cup, seats = [] }, player) {
    const people = seats.flatMap((seat) => (seat?.player ? [seat.player.id ?? null] : []));
    this.#newest.set(room, { game, options, witness, people });
    if (phase === 'playing') return;
    const has_secrets = cup === undefined || seats.length !== 1; // the dice of the day's cup need nobody's
    if (has_secrets && player !== null && people.includes(player)) this.#idle_since_match.set(room, match ?? null);
    else this.#idle_since_match.delete(room);
  }

  /** This program has left, or was sent away. @param {string} room */
  gone(room) {
    this.#idle_since_match.delete(room);
  }

  /** @param {string} room @returns {RoomSettings | undefined} */
  settings(room) {
    return this.#newest.get(room);
  }

  /** Of a match that begins now; null if the room has another number of people. @param {string} room @param {number} [seats] @returns {People | null} */
  people(room, seats) {
    const people = this.#newest.get(room)?.people ?? null;
    return seats === undefined || people?.length === seats ? people : null;
  }

  /** This program has had its seat, connected, since before a match began that asks for secrets. @param {string} room @param {string} match */
  was_seated_at_start(room, match) {
    return this.#idle_since_match.has(room) && this.#idle_since_match.get(room) !== match;
  }
}
