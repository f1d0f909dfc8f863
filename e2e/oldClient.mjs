// An old client's day over the old addresses only, from sign-in to download; and what it does in the browser with answers
// that are flagged as encrypted: it decrypts them with the library that it has, sm-crypto, and takes null for what it cannot
// decrypt (portal specification, sections 7 and 9).
//
//   LEGACY_SM4_KEY=… node e2e/oldClient.mjs http://127.0.0.1:8080
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.mjs';
import { walkOldAddresses } from './oldClientDay.mjs';

const [site] = process.argv.slice(2);
const { LEGACY_SM4_KEY: key } = process.env;
assert(site !== undefined && key !== undefined, 'no server or no key');
const library = fileURLToPath(import.meta.resolve('sm-crypto/dist/sm4.js'));

/**
 * In the page: the answer of the old address as it comes, and as three keys open it.
 *
 * @param {{ key: string, wrong: string }} keys
 */
async function askAndOpen({ key, wrong }) {
  /** @type {(text: string) => string} */
  const hex = (text) =>
    Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  /** @type {(text: string, key: string) => unknown} */
  const opened = (text, key) => {
    try {
      // @ts-expect-error the library sets a global
      return JSON.parse(globalThis.sm4.decrypt(hex(atob(text)), hex(key)));
    } catch {
      return null;
    }
  };
  const signedIn = await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginName: 'applicant', password: 'Scenedock1' }),
  });
  const { token } = await signedIn.json();
  const headers = { authorization: `Bearer ${token}` };
  const ours = await (await fetch('/api/auth/me', { headers })).json();
  const { encrypt, data } = await (await fetch('/systemAA/user/userInfo', { headers })).json();
  return {
    ours,
    encrypt,
    data,
    right: opened(data, key),
    wrong: opened(data, wrong),
    cutOff: opened(data.slice(4), key),
    nothing: opened('', key),
  };
}

const used = await walkOldAddresses(site, key);
process.stdout.write(`a day over ${used} old addresses\n`);

const browser = await launch();
try {
  // The library is no part of the product, whose pages take scripts from nowhere else.
  const context = await browser.newContext({ baseURL: site, bypassCSP: true });
  const page = await context.newPage();
  await page.goto('/contactUs');
  await page.addScriptTag({ path: library });
  const wrong = `${key.slice(1)}${key.slice(0, 1)}`;
  const answer = await page.evaluate(askAndOpen, { key, wrong });
  assert.equal(answer.encrypt, true);
  assert.match(answer.data, /^[A-Za-z0-9+/]+=*$/);
  const right = /** @type {{ principal: string, authorities: unknown[] } | null} */ (answer.right);
  assert(right !== null, 'the right key opens nothing');
  assert.equal(JSON.parse(right.principal).id, answer.ours.id);
  assert.equal(right.authorities.length, answer.ours.authorities.length);
  assert.equal(answer.wrong, null, 'a wrong key opens something');
  assert.equal(answer.cutOff, null, 'what is cut off is opened');
  assert.equal(answer.nothing, null, 'nothing is opened');
} finally {
  await browser.close();
}
