// @ts-check
// Avatars: whose is which. Pure. An avatar is a number, face * 8 + colour (protocol/README.md, section 4).

/** The fields that determine a player's avatar. @typedef {{id: string | null, avatar?: number}} Shown */

export const face_count = 12;
export const colours = 8;

/** @param {number} face @param {number} colour */
export const avatar_with = (face, colour) => face * colours + colour;
/** @param {number} avatar */
export const parts_of = (avatar) => ({ face: Math.floor(avatar / colours), colour: avatar % colours });

/**
 * The one that a player chose, else one that follows from their id. Null: the initial of the name stands for players of the computer, and for
 * who has no id.
 * @param {Shown | null | undefined} player @returns {number | null}
 */
export function avatar_of(player) {
  if (player?.avatar !== undefined) return player.avatar;
  if (!player?.id || player.id.startsWith('p_house_')) return null;
  return [...player.id].reduce((mixed, character) => (mixed * 31 + character.charCodeAt(0)) % 9973, 0) % (face_count * colours);
}

/**
 * The avatars of people beside each other. Of two that are equal the later one gets another colour, so that each stands for one player.
 * @param {(Shown | null | undefined)[]} players @returns {(number | null)[]}
 */
export function avatars_of(players) {
  const taken = new Set();
  return players.map((player) => {
    const own = avatar_of(player);
    if (own === null) return null;
    const { face, colour } = parts_of(own);
    let shown = own;
    for (let step = 1; taken.has(shown) && step < colours; ++step) shown = avatar_with(face, (colour + step) % colours);
    taken.add(shown);
    return shown;
  });
}
