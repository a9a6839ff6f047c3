// Prints what the page says when its connection does not come back: node page_says.mjs PORT HOST PICTURE. The page's own code asks
// the proxy at that port of this machine, as if HOST led there; the head of the page names PICTURE. NODE_EXTRA_CA_CERTS names the
// proxy's authority.
import { request } from 'node:https';

import { make_connection_monitor } from '../../web-client/core/waiting.js';
import { words } from '../../web-client/i18n/en.js';

const [port, host, picture] = process.argv.slice(2);
const base = `https://127.0.0.1:${port}/`;

globalThis.location = { href: base, host };
globalThis.document = { querySelector: () => ({ getAttribute: () => picture }) };
globalThis.fetch = (url) =>
  new Promise((answered, failed) => {
    request(url, { headers: { Host: host }, servername: host.split(':')[0] }, (answer) => {
      answer.resume();
      answered({ status: answer.statusCode, type: 'basic' });
    })
      .on('error', failed)
      .end();
  });

const show = ({ cause }) => {
  if (cause) console.log(cause.what === 'address' ? words.link.causes.address(`--public-url https://${host}/`) : words.link.causes[cause.what]);
};
await make_connection_monitor(base, show)({ state: 'waiting', failures: 3, code: 1006, text: '' });
