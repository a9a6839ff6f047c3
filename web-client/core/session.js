// @ts-check
// This page's player behind the connection: what hello says and its answer changes, and who answers the server's questions about dice.
import { Connection, banned, deleted } from '../../js/connection.js';
import { language } from '../i18n/words.js';
import { reason } from './actions/attempt.js';
import { LazyContributor } from './lazy_contributor.js';
import { first_avatar, forget, forgets, greeted, remember_avatar, remember_name, remembered, reject_token } from './identity.js';
import { load_part } from './lazy_modules.js';
import { file_address, parse_page_address, socket_address } from './urls.js';
import { make_connection_monitor } from './waiting.js';

/** @import { Event, State } from './shapes.js' */
/**
 * @typedef {object} SessionParts
 * @property {{state: State, dispatch: (event: Event) => void}} store
 * @property {string} base base address of the page
 * @property {() => import('./push_queue.js').PushQueue} push_queue
 * @property {() => void} opened the connection is open
 * @property {() => Promise<void>} come_back requests what the page shows, after each hello
 */

const unnamed = 'Guest'; // the server's name for players without one
const longest_wait_ms = 1000; // the connection waits that long for the part that answers about dice

export class Session {
  /** The pending code of a device link: this browser will become that player. @type {string | null} */
  #device = null;
  /** The id of the server's data. @type {string | null} */
  #server = null;
  /** @type {() => void} */
  #resolve_greeting = () => {};
  /** Resolves after the server's first reply to hello. @type {Promise<void>} */
  greeting = new Promise((done) => (this.#resolve_greeting = done));

  /** @param {SessionParts} around */
  constructor({ store, base, push_queue, opened, come_back }) {
    this.store = store;
    this.base = base;
    /** Answers the server's questions about dice. @type {LazyContributor} */
    this.contributor = new LazyContributor(async () =>
      (await load_part('contributor')).make_dice_responder({
        request: (message, heard) => this.connection.request(message, heard),
        player: () => store.state.me?.id ?? null,
        server: () => this.#server,
        on_fault: (fault) => store.dispatch({ type: 'mistrusted', fault }),
        ended: (ends) => store.dispatch({ type: 'remembered', ends }),
        record: (match) => fetch(new URL(`api/v1/matches/${match}?from=1`, base)),
      }),
    );
    const explain = make_connection_monitor(base, (link) => store.dispatch({ type: 'linked', link }));
    /** @type {Connection} */
    this.connection = new Connection({
      url: socket_address(base),
      room: () => (store.state.page.at === 'room' ? store.state.page.code : null),
      hello: () => this.#hello(),
      unwelcome: (why) => this.#may_retry_hello(why),
      welcome: (reply) => {
        this.#welcome(reply);
        return come_back();
      },
      replied: (reply) => {
        if ('as' in reply && reply.as) this.contributor.on_push({ t: 'returned' }); // to a room: its match comes next, as it is now
      },
      push: (message) => {
        push_queue().enqueue(message);
        this.contributor.on_push(message); // faults are told after what they are about
      },
      status: (link) => {
        push_queue().catch_up();
        if (link.state === 'open') opened();
        if (link.state === 'waiting' || link.state === 'closed') this.contributor.leave();
        if (link.state === 'closed' && link.code === deleted) forget();
        if (link.state === 'closed' && link.code === banned) return this.connection.open(); // the answer to hello says why, and until when
        explain(link);
      },
      probe: () => ({ t: 'lobby.unwatch', game: 'none' }), // nobody watches that game: what is watched stays as it is
    });
  }

  /** A player who comes back may be asked for secrets right after hello: the part that answers comes first, but not at any price. */
  async open() {
    if (remembered().token) await Promise.race([this.contributor.ready(), new Promise((late) => setTimeout(late, longest_wait_ms))]);
    this.connection.open();
  }

  /** Says hello again as the player of a device code. @param {string} code */
  async switch_player(code) {
    await this.contributor.ready();
    this.#device = code;
    this.connection.close();
    this.store.dispatch({ type: 'went', page: parse_page_address(location.href, this.base) });
    this.connection.open();
  }

  /** Resolves when this page can answer for its player's seat, or the server knows that it cannot. */
  async contribute() {
    if ((await this.contributor.ready()) === this.contributor.promised) return;
    this.connection.close(); // the next hello says it as it is
    this.connection.open();
  }

  #hello() {
    const { name, token } = remembered();
    const common = { lang: language, ...(this.contributor.hello(this.#device !== null || token !== undefined) && { dice: 1 }) };
    if (this.#device) return { ...common, device: this.#device };
    return { ...common, ...(token ? { token } : { ...(name && { name }), avatar: first_avatar() }) };
  }

  /** Whether another hello may be taken. @param {import('../../js/connection.js').Refused} why */
  #may_retry_hello(why) {
    const { code } = why;
    if (this.#device) {
      this.#device = null;
      reason(why).then((text) => this.store.dispatch({ type: 'failed', where: 'device', text }));
    } else if (code === 'bad_token' && remembered().token) reject_token();
    else if (code === 'bad_name') remember_name(undefined);
    else return false;
    return true;
  }

  /** @param {import('../../js/protocol.js').HelloReply} reply */
  #welcome(reply) {
    const { player: me, games, rooms, reach } = reply;
    this.#server = reply.server?.id ?? null;
    greeted(reply, this.#device !== null);
    if (me.avatar !== undefined) remember_avatar(me.avatar);
    const { state } = this.store;
    const known = state.me?.name ?? remembered().name;
    const renamed_elsewhere = ![known, unnamed].includes(me.name) && state.name.normalize('NFC').trim() === known;
    if (this.#device || renamed_elsewhere) {
      remember_name(me.name);
      this.store.dispatch({ type: 'named', name: me.name });
    }
    this.#device = null;
    // The service worker provides the offline page; each version registers its own. It is not allowed everywhere.
    navigator.serviceWorker?.register(file_address('worker.js'), { scope: this.base }).catch(() => {});
    this.#resolve_greeting();
    this.store.dispatch({ type: 'welcomed', me, games, rooms, reach, cannot_contribute: !this.contributor.promised, forgets: forgets() });
    this.contributor.greeted();
  }
}
