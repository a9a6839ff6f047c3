// @ts-check
// The cup that a player may shake while a match has not begun: by dragging or tapping it, with a key, or by moving the device. Everything
// that moves becomes bytes for the next secret (act.shake).
import { html, nothing } from '../lit.js';
import { game_view } from '../../core/lazy_modules.js';
import { my_seat } from '../../core/state.js';
import { cover } from '../game_links.js';
import { cup } from '../icons.js';
import { language } from '../../i18n/language.js';

/** @import { Actions, Room, State } from '../../core/shapes.js' */

/** @type {typeof import('../../i18n/table/en.js')} */
const { shake: words } = await import(`../../i18n/table/${language}.js`);

/** For a seated player, before a match. @param {State} state @param {Room} room @param {Actions} act */
export function cup_to_shake(state, room, act) {
  const mine = my_seat(state);
  const { stirs, shakes } = state;
  const view = game_view(room.game);
  if (view === null) return nothing;
  const { hint, cup: label, shakers } = view?.cards ? words.cards : words;
  const others = Object.keys(shakes).flatMap((seat) => (Number(seat) === mine ? [] : (room.seats[Number(seat)]?.player?.name ?? [])));
  return html`<h2>${words.title}</h2>
    <button
      class="shake-cup ${stirs > 0 ? `wobbles-${stirs % 2}` : ''}"
      type="button"
      aria-label=${label}
      aria-describedby="shake-hint"
      @pointerdown=${on_grab}
      @pointermove=${(/** @type {PointerEvent} */ event) => drag(event, act)}
      @pointerup=${on_release}
      @pointercancel=${on_release}
      @click=${(/** @type {MouseEvent} */ event) => on_tap(event, act)}
    >
      ${label === words.cup ? cup() : cover(room.game)}
    </button>
    <p id="shake-hint" class="hint">${hint}</p>
    ${
      state.motion_refused
        ? html`<div class="motion-refused">
            <p class="hint" role="status">${words.motion_refused}</p>
            <button type="button" @click=${() => listen(act)}>${words.motion_again}</button>
          </div>`
        : nothing
    }
    <p class="hint" role="status">${stirs > 0 ? words.done : nothing} ${others.length > 0 ? shakers(others) : nothing}</p>`;
}

/** @param {number[]} figures */
const bytes_of = (figures) => new Uint8Array(Float64Array.from(figures).buffer);

/** Where the cup was taken last. @type {{x: number, y: number, id: number, down: boolean, moved: boolean} | null} */
let grip = null;

/** @param {PointerEvent} event */
function on_grab(event) {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  grip = { x: event.clientX, y: event.clientY, id: event.pointerId, down: true, moved: false };
  button.setPointerCapture(event.pointerId);
}

const reach_px = 40;

/** The cup follows the pointer a little. @param {PointerEvent} event @param {Actions} act */
function drag(event, act) {
  if (!grip?.down || grip.id !== event.pointerId) return;
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  const [x, y] = [event.clientX - grip.x, event.clientY - grip.y];
  if (!grip.moved && Math.hypot(x, y) < 4) return;
  grip.moved = true;
  const clamp_offset = (/** @type {number} */ way) => Math.max(-reach_px, Math.min(reach_px, way));
  if (!still.matches) button.style.translate = `${clamp_offset(x)}px ${clamp_offset(y)}px`;
  const all = event.getCoalescedEvents?.() ?? [];
  act.shake(bytes_of([event, ...all].flatMap(({ clientX, clientY, timeStamp, pressure }) => [clientX, clientY, timeStamp, pressure])));
}

/** @param {PointerEvent} event */
function on_release(event) {
  /** @type {HTMLElement} */ (event.currentTarget).style.translate = '';
  if (grip) grip.down = false;
}

/** A tap, or Space or Enter. The first one also asks for the device's motion. @param {MouseEvent} event @param {Actions} act */
function on_tap(event, act) {
  const dragged = event.detail > 0 && grip?.moved === true; // the click after a drag belongs to it; a key has no detail
  if (!dragged) act.shake(bytes_of([event.timeStamp, event.clientX, event.clientY, performance.now()]));
  if (!is_permission_asked) listen(act);
}

const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)') ?? { matches: false };
/** The least acceleration in m/s², without gravity, that is a shake. */
const least_shake = 8;
/** The motion is heard, or the player is being asked for it. */
let listening = false;
/** A tap on the cup asks once; after that only the button asks. */
let is_permission_asked = false;

/** Hears how the device is moved; iOS asks the player first, and only after a tap. Where it is refused or dismissed it can be asked again. @param {Actions} act */
async function listen(act) {
  if (listening || !('DeviceMotionEvent' in globalThis)) return;
  listening = is_permission_asked = true;
  const { requestPermission } = /** @type {{requestPermission?: () => Promise<string>}} */ (DeviceMotionEvent);
  const allowed = (await requestPermission?.call(DeviceMotionEvent).catch(() => 'denied')) ?? 'granted';
  act.motion(allowed !== 'granted');
  if (allowed !== 'granted') {
    listening = false;
    return;
  }
  addEventListener('devicemotion', ({ acceleration, timeStamp }) => {
    const { x, y, z } = acceleration ?? {};
    if (x == null || y == null || z == null || Math.hypot(x, y, z) < least_shake) return;
    if (document.querySelector('.shake-cup')) act.shake(bytes_of([x, y, z, timeStamp]));
  });
}
