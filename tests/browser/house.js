// The real server, and a proxy to it that can be cut.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { assert_all_fitted } from './frames.js';

const start_ms = 60_000;
const run = promisify(execFile);

/** Flags of a server whose players are in each throw, however slow the machine is. */
export const patient_dice = ['dice-step=10min', 'dice-ask=10min', 'dice-late=1000min'].flatMap((limit) => ['--limit', limit]);

/** A copy of the page's sources for `--web`, in a new folder. @returns {Promise<string>} the folder; that above it is to be removed, too */
export async function copied_page() {
  const folder = await mkdtemp(join(tmpdir(), 'cubilete-page-'));
  for (const part of ['js', 'web-client'])
    await cp(new URL(`../../${part}/`, import.meta.url), join(folder, part), { recursive: true, filter: (path) => !path.includes('node_modules') });
  return join(folder, 'web-client');
}

/** A server on a free port with its own data directory. */
export class House {
  /** @param {string[]} flags of `cubilete serve` */
  static async open(...flags) {
    assert.ok(process.env.CUBILETE_BIN, 'CUBILETE_BIN names the server to test');
    const house = new House();
    house.flags = flags;
    house.data = await mkdtemp(join(tmpdir(), 'cubilete-'));
    house.port = await house.start(0);
    house.url = `http://127.0.0.1:${house.port}/`;
    return house;
  }

  /** @param {number} port @returns {Promise<number>} the port, once it is open */
  async start(port) {
    const port_file = join(this.data, 'port');
    await rm(port_file, { force: true });
    // Raised limits: all test players connect from one address.
    const many = ['--sockets-per-address', '200', '--guests-per-address', '1000/1min', '--http-per-address', '1000000/1min'];
    const own = ['--port', `${port}`, '--port-file', port_file, '--data', this.data, '--log-level', 'warning'];
    const stdio = ['ignore', 'inherit', 'inherit'];
    this.process = spawn(process.env.CUBILETE_BIN, ['serve', ...own, ...many, ...this.flags], { stdio });
    this.ended = new Promise((resolve) => this.process.once('exit', (code, signal) => resolve(code ?? signal)));
    const early = this.ended.then((code) => assert.fail(`the server ended with ${code}`));
    return Promise.race([port_in(port_file), early]);
  }

  async stop() {
    this.process.kill('SIGTERM');
    assert.equal(await this.ended, 0);
  }

  async restart() {
    await this.stop();
    await this.start(this.port);
  }

  /** The operator makes a backup; the server goes on. Returns what restores it: the server is killed and goes on from the backup. */
  async backup() {
    const copy = join(this.data, 'copy.db');
    await run(process.env.CUBILETE_BIN, ['backup', copy, '--data', this.data]);
    return async () => {
      this.process.kill('SIGKILL');
      await this.ended;
      const restored = join(this.data, 'restored');
      await mkdir(restored, { mode: 0o700 });
      await copyFile(copy, join(restored, 'cubilete.db'));
      this.first ??= this.data;
      this.data = restored;
      await this.start(this.port);
    };
  }

  async close() {
    await this.stop();
    await rm(this.first ?? this.data, { recursive: true });
    await assert_all_fitted();
  }
}

/** @param {string} file */
async function port_in(file) {
  for (const end = Date.now() + start_ms; Date.now() < end; await pause(20)) {
    const port = Number(await readFile(file, 'utf8').catch(() => ''));
    if (port > 0) return port;
  }
  throw new Error('the server did not open');
}

/** A proxy between browser and server. */
export class Cable {
  /** @param {House} house */
  static async to(house) {
    const cable = new Cable();
    cable.sockets = new Set();
    cable.plugged = true;
    cable.end = net.createServer((near) => {
      if (!cable.plugged) return near.destroy();
      const far = net.connect(house.port, '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ]) {
        cable.sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => cable.sockets.delete(one) && other.destroy());
      }
    });
    await new Promise((resolve) => cable.end.listen(0, '127.0.0.1', resolve));
    cable.url = `http://127.0.0.1:${cable.end.address().port}/`;
    return cable;
  }

  /** Breaks every connection, as a network change does; new ones work. */
  jolt() {
    for (const socket of this.sockets) socket.destroy();
  }
  unplug() {
    this.plugged = false;
    this.jolt();
  }
  plug() {
    this.plugged = true;
  }
  close() {
    this.unplug();
    this.end.close();
  }
}
