// @ts-check
// What the server embedded in the page of an invitation link, and what was typed and pressed there before the modules came (boot.js).
import { remembered } from '../core/identity.js';

/** @import { Event } from '../core/shapes.js' */
/** @import { Invitation } from './join/invitation.js' */

/** @returns {Invitation | null} */
function read_embedded_invitation() {
  try {
    const facts = JSON.parse(document.getElementById('facts')?.textContent ?? 'null');
    return facts?.room ? facts : null;
  } catch {
    return null;
  }
}

/** The invitation that the server embedded in the page, if a link to a room opened it. */
export const invitation = read_embedded_invitation();
export const invitation_title = invitation && document.title;
/** True for an invitation to a table whose match has not begun. */
export const is_invited_to_wait = invitation !== null && 'phase' in invitation && invitation.phase === 'waiting';
/** A new visitor with an invitation link sees the join form at once, without waiting for the server. */
export const is_invited_guest = invitation !== null && !remembered().token;

/** Takes over what was typed; returns the button that was pressed. @param {(event: Event) => void} dispatch */
export function adopt_form(dispatch) {
  const form = document.getElementById('invitation');
  const field_value = (/** @type {string} */ id) => /** @type {HTMLInputElement | null} */ (document.getElementById(id))?.value ?? '';
  if (!is_invited_guest || !form) return null;
  if (field_value('name')) dispatch({ type: 'named', name: field_value('name') });
  if (field_value('password')) dispatch({ type: 'unlocking', password: field_value('password') });
  const { as } = form.dataset;
  return as === 'player' || as === 'spectator' ? as : null;
}
