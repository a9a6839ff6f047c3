// Players without a page: they take seats and play the moves that a bot would, until a table has the state that a test needs.
import assert from 'node:assert/strict';

export class Backstage {
  /** @param {import('playwright-core').Browser} browser @param {string} house the server's address */
  static async of(browser, house) {
    const backstage = new Backstage();
    const context = await browser.newContext();
    backstage.page = await context.newPage();
    await backstage.page.goto(`${house}healthz`);
    await backstage.page.evaluate((address) => {
      window.players = [];
      window.arrive = async (name) => {
        const socket = new WebSocket(address);
        await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
        const asked = new Map();
        const player = { name, push: null, until: null, hang_up: () => socket.close() };
        const request = (message) =>
          new Promise((resolve) => {
            const id = `${name}${asked.size}`;
            asked.set(id, resolve);
            socket.send(JSON.stringify({ id, ...message }));
          });
        /** These players are faster than people: what is above the limit of requests is asked again when it may be. */
        player.ask = async (message) => {
          for (;;) {
            const reply = await request(message);
            if (reply.code !== 'rate_limited') return reply;
            await new Promise((later) => setTimeout(later, reply.retry_ms));
          }
        };
        player.move = (move) => {
          const { room, match, you } = player.push;
          return player.ask({ t: 'move', room, match, n: you.n, move });
        };
        /** Returns the action of a listed move; in TRES a play begins with its place. */
        player.kind_of = (move) => move.do ?? (/^\d/.test(move) ? 'play' : move.split(' ')[0]);
        player.go_on = () => {
          const { push, until } = player;
          if (until === null || !push?.you || push.result) return;
          const mine = push.to_act.includes(push.you.seat);
          const moves = (push.you.moves ?? []).filter((move) => player.kind_of(move) !== until.never);
          if (mine && moves.length > 0 && !(push.seq >= until.seq && push.you.seat === until.seat)) player.move(moves.find((move) => player.kind_of(move) === until.first) ?? moves[0]);
        };
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          asked.get(message.re)?.(message);
          if (message.t !== 'match') return;
          const about = message.about ?? player.push.about;
          player.push = { result: null, ...message, about, view: { ...about, ...message.view } };
          player.go_on();
        };
        return window.players.push(player) - 1;
      };
    }, new URL('ws', house).href.replace('http', 'ws'));
    return backstage;
  }

  /** @param {string} name */
  async arrive(name) {
    const { page } = this;
    const at = await page.evaluate((who) => window.arrive(who), name);
    const ask = async (message) => {
      const reply = await page.evaluate(([one, asked]) => window.players[one].ask(asked), [at, message]);
      assert.equal(reply.t, 'ok', JSON.stringify(reply));
      return reply;
    };
    const { token, player, games } = await ask({ t: 'hello', v: 1, name });
    return { name, token, id: player.id, games, ask, at };
  }

  /**
   * Creates a room with its players; the first is the host.
   * @param {{game: string, options?: object, seats?: number, clock?: object, password?: string}} settings @param {string[]} names
   */
  async table({ seats, ...settings }, names) {
    const [first, ...others] = names;
    const host = await this.arrive(first);
    const { room } = await host.ask({ t: 'room.create', seats: seats ?? names.length, clock: { turn_ms: 0 }, ...settings });
    return { room, host, players: [host, ...(await this.sit_down(room, others))] };
  }

  /** Players take seats at a table that is there already. @param {string} invitation its address or code @param {string[]} names */
  async sit_down(invitation, names) {
    const room = invitation.split('/').at(-1);
    const players = [];
    for (const name of names) {
      const player = await this.arrive(name);
      await player.ask({ t: 'room.join', room, as: 'player' });
      await player.ask({ t: 'room.ready', room, ready: true });
      players.push(player);
    }
    return players;
  }

  /**
   * All play until the log has that many entries and it is the host's turn, or to the end.
   * @param {{players: {at: number}[], host: any, room: string}} table @param {number} seq @param {string} [first] the kind of move
   *   that is preferred; else the first listed move
   */
  async play({ players, host, room }, seq = Infinity, first = undefined) {
    const ats = players.map(({ at }) => at);
    await host.ask({ t: 'room.start', room });
    await this.page.evaluate(
      ([all, limit, kind]) => {
        for (const at of all) window.players[at].until = { seat: 0, seq: limit ?? Infinity, first: kind };
        for (const at of all) window.players[at].go_on();
      },
      [ats, Number.isFinite(seq) ? seq : null, first],
    );
    await this.page.waitForFunction(
      ([at, limit]) => {
        const { push } = window.players[at];
        return push?.result || (limit !== null && push?.seq >= limit && push.to_act.includes(0));
      },
      [host.at, Number.isFinite(seq) ? seq : null],
      { polling: 20, timeout: 180_000 },
    );
  }

  /** Plays one more move of that kind, if the player's next prompt lists it. @param {{at: number}} player @param {string} action */
  async move({ at }, action) {
    const polling = 20;
    await this.page.waitForFunction((one) => {
      const { push } = window.players[one];
      return push?.result || push?.to_act.includes(push.you.seat);
    }, at, { polling });
    const seq = await this.page.evaluate(
      async ([one, what]) => {
        const player = window.players[one];
        const { seq: before, you } = player.push;
        const move = you.moves?.find((listed) => player.kind_of(listed) === what);
        return move ? player.move(move).then(() => before) : -1;
      },
      [at, action],
    );
    await this.page.waitForFunction(([one, before]) => window.players[one].push.seq > before, [at, seq], { polling });
  }

  /**
   * From now on these players answer every prompt.
   * @param {{at: number}[]} players @param {{first?: string, never?: string}} [how] kinds of moves: preferred, left to others
   */
  async go_on(players, how = {}) {
    await this.page.evaluate(
      ([all, kinds]) => {
        for (const at of all) {
          window.players[at].until = { seat: -1, seq: 0, ...kinds };
          window.players[at].go_on();
        }
      },
      [players.map(({ at }) => at), how],
    );
  }

  /** Cuts a player off. @param {{at: number}} player */
  leave({ at }) {
    return this.page.evaluate((one) => window.players[one].hang_up(), at);
  }

  /** The player's current or last match. @param {{at: number}} player */
  match({ at }) {
    return this.page.evaluate((one) => window.players[one].push.match, at);
  }

  close() {
    return this.page.context().close();
  }
}
