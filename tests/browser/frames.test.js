// Tests the frame validation itself: an invalid frame is reported.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test, { after, before } from 'node:test';

import { WebSocketServer } from 'ws';

import { assert_all_fitted, Socket } from './frames.js';
import { open_browser } from './people.js';

const gone = { t: 'gone', room: 'K7QX2M', reason: 'closed' };
const leave = { t: 'room.leave', id: 1, room: 'K7QX2M' };

/** A fake server that gives the same answer to everything. */
async function impostor(answer) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => socket.on('message', () => socket.send(JSON.stringify(answer))));
  await once(server, 'listening');
  return server;
}
const address = (server) => `ws://127.0.0.1:${server.address().port}/ws`;

async function bot_asks(server, request) {
  const socket = new Socket(address(server));
  await once(socket, 'open');
  socket.send(JSON.stringify(request));
  await once(socket, 'message');
  socket.close();
}

let browser;
before(async () => (browser = await open_browser()));
after(() => browser?.close());

async function page_asks(server, request) {
  const page = await browser.newPage();
  await page.evaluate(
    ([url, text]) =>
      new Promise((resolve) => {
        const socket = new WebSocket(url);
        socket.onopen = () => socket.send(text);
        socket.onmessage = resolve;
      }),
    [address(server), JSON.stringify(request)],
  );
  await page.close();
}

for (const [who, asks] of Object.entries({ bot: bot_asks, page: page_asks }))
  test(`an invalid frame that a ${who} sends or receives is reported once`, async () => {
    for (const [request, answer, expected] of [
      [leave, gone, null],
      [leave, { ...gone, reason: 7 }, /the server sent .*"reason": 7/],
      [{ ...leave, room: 7 }, gone, /the client sent .*"room": 7/],
      [leave, { t: 'ok', re: 1, games: [] }, /the server sent|to room.leave the server answered/],
    ]) {
      const server = await impostor(answer);
      await asks(server, request);
      server.close();
      if (expected) await assert.rejects(assert_all_fitted(), expected);
      await assert_all_fitted();
    }
  });
