// What a browser fetches of script before the search page stands, without the map, which is a chunk of its own:
//
//   node portal-ui/first-load.mjs [dist]
//
// Fails above the limit. To be called after the build.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Most script before the map, kB compressed. */
const LIMIT = 292;

const dist = process.argv[2] ?? join(import.meta.dirname, 'dist');
const assets = join(dist, 'assets');

/** @param {string} name */
const read = (name) => readFileSync(join(assets, name), 'utf8');

/** The chunks that a chunk cannot start without. @param {string} name */
function needs(name) {
  const found = read(name).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g);
  return [...found].map((match) => match[1] ?? '');
}

/** @param {string[]} names */
function closure(names) {
  const all = new Set(names);
  for (const name of all) for (const needed of needs(name)) all.add(needed);
  return all;
}

const html = readFileSync(join(dist, 'index.html'), 'utf8');
const named = [...html.matchAll(/assets\/([\w.-]+\.js)/g)].map((match) => match[1] ?? '');
const search = readdirSync(assets).filter((name) => /^SearchPage-.*\.js$/.test(name));
assert(named.length > 0, 'index.html names no script');
assert.equal(search.length, 1, 'the search page is a chunk of its own');

const sizes = [...closure([...named, ...search])]
  .map((name) => ({ name, kb: gzipSync(read(name), { level: 9 }).length / 1000 }))
  .sort((a, b) => b.kb - a.kb);
const total = sizes.reduce((sum, { kb }) => sum + kb, 0);
for (const { name, kb } of sizes)
  process.stdout.write(`${kb.toFixed(1).padStart(7)} kB  ${name}\n`);
process.stdout.write(`${total.toFixed(1).padStart(7)} kB  in all, of ${LIMIT}\n`);
assert(total <= LIMIT, `the first load is ${total.toFixed(1)} kB, more than ${LIMIT}`);
