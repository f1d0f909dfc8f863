// What the sources of the web apps may not hold, beyond what Biome refuses:
//
//   node ui-kit/rules.mjs
//
// A colour outside tokens.json, a path of the API outside the typed client, and a name that says nothing of what it
// names (docs/glossary.md).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const top = join(import.meta.dirname, '..');

const NAMES = 'white|black|gr[ae]y|red|green|blue|yellow|orange|purple|pink|brown|cyan|teal|navy';

/** Where a colour may stand: sx and style, attributes of SVG, styles of OpenLayers. */
const PLACES = 'color|bgcolor|background(?:Color)?|fill|stroke|border\\w*|outline\\w*|boxShadow';

const COLOURS = [
  /(?<![\w&/])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b/i,
  /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*[\d.]/i,
  new RegExp(`\\b(?:${PLACES})\\s*[:=]\\s*\\{?\\s*['"\`][^'"\`]*\\b(?:${NAMES})\\b`, 'i'),
  // Of Material's own palette, which the tokens do not feed.
  /['"](?:common\.\w+|(?:grey|red|green|blue|amber|orange|teal|cyan)\.[\dA]\d+)['"]/,
];

const PATH = /['"`]\/api\//;

/** Types, components, functions and hooks are refused these names, as Rust is by testkit/tests/words.rs. */
const REFUSED = new Set(
  [
    'wanted asked told said given taken held kept made found shown chosen counted seen heard looked',
    'row content place way of say tell deed deeds leaving doomed untold happened beside besides wish which who why',
  ].flatMap((names) => names.split(' ')),
);

const DEFINED = [
  /^\s*(?:export )?(?:default )?(?:async )?(?:type|interface|function) (\w+)/,
  /^\s*(?:export )?const (\w+)(?:: [^=]+)? = (?:async )?(?:<.*>)?(?:\((?:[^()]|\([^()]*\))*\)(?:: .*)? =>|\w+ =>|\($)/,
];

/** The refused name that a line defines, if it does; a hook is named by what follows `use`. @param {string} line */
function refusedName(line) {
  const name = DEFINED.map((form) => form.exec(line)?.[1]).find((found) => found !== undefined);
  const plain = name?.replace(/^use(?=[A-Z])/, '').toLowerCase();
  return plain !== undefined && REFUSED.has(plain) ? name : undefined;
}

for (const line of [
  'type Told = 1',
  'export function useFound() {',
  'const of = (a) => a',
  'function Row({',
]) {
  if (refusedName(line) === undefined) throw new Error(`not refused: ${line}`);
}
for (const line of [
  'type OrderRow = 1',
  'const of = 1',
  'function useOrders() {',
  'const rows = (a) => a',
]) {
  if (refusedName(line) !== undefined) throw new Error(`refused: ${line}`);
}

/** Of a line without what is only said. @param {string} line */
const code = (line) =>
  line
    .replace(/^\s*(?:\/?\*|\/\/).*$/, '')
    .replace(/\s\/\/ .*$/, '')
    .replace(/\baddress\(['"`]\/api/, '');

/** @param {string} folder */
function sources(folder) {
  return readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|css)$/.test(name) && !/\.test\.|(?:^|\/)test/.test(name))
    .map((name) => `${folder}/${name}`);
}

const files = ['ui-kit/src', 'portal-ui/src', 'admin-ui/src'].flatMap(sources);
/** @type {string[]} */
const faults = [];
for (const file of files) {
  const ofClient = file.startsWith('ui-kit/src/api/');
  const lines = readFileSync(join(top, file), 'utf8').split('\n').map(code);
  for (const [at, line] of lines.entries()) {
    if (COLOURS.some((colour) => colour.test(line))) {
      faults.push(`${file}:${at + 1}: a colour; name it in ui-kit/src/tokens.json`);
    }
    const name = refusedName(line);
    if (name !== undefined) {
      faults.push(`${file}:${at + 1}: ${name} says nothing of what it is; see docs/glossary.md`);
    }
    if (!ofClient && PATH.test(line)) {
      faults.push(`${file}:${at + 1}: a path of the API; call ui-kit/src/api, or ask address()`);
    }
  }
}

const tokens = JSON.parse(readFileSync(join(top, 'ui-kit/src/tokens.json'), 'utf8'));
const page = readFileSync(join(top, 'portal-ui/index.html'), 'utf8');
if (!page.includes(`name="theme-color" content="${tokens.night.ground}"`)) {
  faults.push('portal-ui/index.html: theme-color is not night.ground of ui-kit/src/tokens.json');
}

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
