// Validates every frame between these tests and the server against the JSON Schema, with the program that tests/e2e uses. House.close()
// fails if one is invalid.
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { WebSocket } from 'ws';

const checker = fileURLToPath(new URL('../e2e/frames.py', import.meta.url));
/** Programs that a test starts write to the same file. */
const record = (process.env.CUBILETE_FRAMES ??= join(mkdtempSync(join(tmpdir(), 'cubilete-frames-')), 'record'));
let connections = 0;

function new_connection() {
  const connection = `${process.pid} ${++connections}`;
  return (/** @type {'sent' | 'came'} */ way, /** @type {string | Buffer} */ text) =>
    appendFileSync(record, `${JSON.stringify([connection, way, String(text)])}\n`);
}

/** For bots. */
export class Socket extends WebSocket {
  #passed = new_connection();

  /** @param {string} url */
  constructor(url) {
    super(url);
    this.on('message', (text) => this.#passed('came', text));
  }
  /** @param {string} text */
  send(text) {
    this.#passed('sent', text);
    super.send(text);
  }
}

/** @param {import('playwright-core').Page} page */
export function watch(page) {
  page.on('websocket', (socket) => {
    const passed = new_connection();
    let of_desk = false; // the operator's messages are no part of the players' schema
    socket.on('framesent', ({ payload }) => {
      of_desk ||= String(payload).startsWith('{"t":"desk.open"');
      if (!of_desk) passed('sent', payload);
    });
    socket.on('framereceived', ({ payload }) => of_desk || passed('came', payload));
  });
}

/** Checks all frames recorded since the last call. */
export async function assert_all_fitted() {
  if (!existsSync(record)) return;
  try {
    // The jsonschema module is installed for Debian's python.
    await promisify(execFile)('/usr/bin/python3', [checker, record]);
  } finally {
    rmSync(record);
  }
}
