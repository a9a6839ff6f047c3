// protocol/protocol.json for tools of JavaScript.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

import Ajv from 'ajv/dist/2020.js';

import { protocol_pages } from './protocol_pages.js';

const root = new URL('../../../', import.meta.url);
const bundle = JSON.parse(await readFile(new URL('protocol/protocol.json', root), 'utf8'));

const examples = (who) =>
  [...protocol_pages.matchAll(new RegExp(`^\`\`\`json ${who}\\n([^]*?)^\`\`\`$`, 'gm'))].flatMap(([, block]) => block.split(/^(?=\{)/m).filter(Boolean).map((text) => JSON.parse(text)));

test('a strict validator takes the schema of the protocol, whole and in parts, and every example of its description', () => {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true });
  ajv.addSchema(bundle);
  const part = (name) => ajv.compile({ $ref: `${bundle.$id}#/$defs/${name}` });
  for (const name of Object.keys(bundle.$defs)) part(name);
  for (const [who, name] of [['client', 'Request'], ['server', 'Message']]) {
    const fits = part(name);
    const frames = examples(who);
    assert.ok(frames.length > 20);
    for (const frame of frames) assert.ok(fits(frame), `${JSON.stringify(frame)}: ${ajv.errorsText(fits.errors)}`);
    assert.equal(fits({ t: 'nothing' }), false);
  }
});
