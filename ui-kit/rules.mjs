// What the sources of the web apps may not hold, beyond what Biome refuses:
//
//   node ui-kit/rules.mjs
//
// A colour or a size of a text outside tokens.json, a path of the API outside the typed client, a cast of its answers, a
// name that says nothing of what it names (docs/glossary.md), a function that does not fit a screen, files that import
// one another in a circle, and words that the English screens do not use.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { longFunctions, MAX_LINES } from './functionBodies.mjs';
import { importCycles } from './importCycles.mjs';

const top = join(import.meta.dirname, '..');

const NAMES =
  '(?:dark|light|pale|deep|medium)?(?:white|black|gr[ae]y|red|green|blue|yellow|orange|purple|pink|brown|cyan|teal|navy|' +
  'magenta|crimson|coral|gold|silver|maroon|olive|lime|aqua|indigo|violet|salmon|beige|ivory|khaki|turquoise)';

/** Where a colour may stand: sx and style, attributes of SVG, a canvas, styles of OpenLayers. */
const PLACES =
  'color|bgcolor|background(?:Color)?|fill(?:Style|Color)?|stroke(?:Style|Color)?|border\\w*|outline\\w*|boxShadow|' +
  'shadowColor|stopColor|floodColor|accentColor|caretColor';

const COLOURS = [
  /(?<![\w&/])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b/i,
  /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*[\d.]/i,
  new RegExp(
    `\\b(?:${PLACES})\\s*[:=]\\s*(?:[^'"\`]*[?(]\\s*)?\\{?\\s*(?:'[^']*\\b(?:${NAMES})\\b|"[^"]*\\b(?:${NAMES})\\b|\`[^\`]*\\b(?:${NAMES})\\b)`,
    'i',
  ),
  // Of Material's own palette, which the tokens do not feed.
  /['"`](?:common\.\w+|(?:grey|red|green|blue|amber|orange|teal|cyan)\.[\dA]\d+)['"`]/,
];

const COLOUR_VALUE = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3})\b|\b(?:rgba?|hsla?)\([\d.,% ]+\)/gi;

/** @param {string} line */
const hasColour = (line) => COLOURS.some((colour) => colour.test(line));

/** A size of a text as a number: alone, in a choice, in a calculation, or in the short form of a font. */
const SIZES = [
  /\bfont(?:-s|S)ize['"]?\s*[:=,]\s*(?:\{[^}]*|[^,;{}]*)(?<![\w.])\.?\d/,
  /\bfont['"]?\s*[:=,]\s*(?:\d|[^,;]*\d(?:px|r?em|pt|%))/,
];

/** @param {string} line */
const hasSize = (line) => SIZES.some((size) => size.test(line));

/** A path of the API, however its text is put together; not the folder of the client that is imported. */
const PATH = /['"`/}]api\/|\/api['"`$]/;
const IMPORT = /\bfrom '[^']*';$|\bimport\('[^']*'\)/;

/** @param {string} line */
const hasPath = (line) => PATH.test(line) && !IMPORT.test(line);

// `@` stands for a value that a template puts in.
const filled = (/** @type {string} */ text) => text.replaceAll('@', '$' + '{value}');
const quote = (/** @type {string} */ text) => text.replaceAll("'", '`');
for (const line of [
  "color: '#fff'",
  "color: on ? 'red' : ink.text",
  "pen.fillStyle = 'darkred'",
  "new Fill('rgba(1,2,3,.4)')",
]) {
  for (const form of [line, quote(line)])
    if (!hasColour(form)) throw new Error(`not refused: ${form}`);
}
for (const line of [
  'color: ink.text',
  "color: 'primary'",
  "href: '#top'",
  'border: `1px solid @`',
]) {
  if (hasColour(filled(line))) throw new Error(`refused: ${line}`);
}
for (const line of [
  'fontSize: 13,',
  "fontSize: '0.75rem'",
  'fontSize="11"',
  'fontSize: dense ? 12 : undefined',
  'fontSize: { xs: textSize.note, md: 13 }',
  'fontSize={CHART.font - 2}',
  "text.setAttribute('font-size', 11)",
  "font: '600 13px sans-serif'",
  'pen.font = `@ 1.5em serif`',
  'const TITLE = { font: 16, line: 24 }',
]) {
  if (!hasSize(filled(line))) throw new Error(`not refused: ${line}`);
}
for (const line of [
  'fontSize: textSize.note, pb: 0.5',
  'fontSize={tokens.type.note.size} x={12}',
  'fontSize="small"',
  "font: 'inherit', width: 12",
  'font: fontOf(kind), offsetY: 3',
  "fontWeight: 600, fontFamily: 'inherit'",
]) {
  if (hasSize(line)) throw new Error(`refused: ${line}`);
}
for (const line of [
  "'/api/orders'",
  "'api/orders'",
  "'/api' + path",
  '`@/api/orders`',
  '`@api/orders/@`',
  '`/api@`',
]) {
  if (!hasPath(filled(line))) throw new Error(`not refused: ${line}`);
}
/** Locals, constants, parameters and members are refused these, in either case: participles without their thing. */
const BARE_NAMES = 'asked|shown|told|kept|wanted|said|place';
const BARE = new RegExp(
  `\\b(?:const|let|private|readonly) (${BARE_NAMES}|of)\\b(?=[:;, =])|` +
    `[([{,] ?(${BARE_NAMES})\\b(?=[,)\\]]? ?=>|[?]?: (?:string|number|boolean|readonly)|[\\]}] =)`,
  'i',
);

for (const line of [
  "} from '../api/types';",
  "const page = await import('./api/useConfig');",
  'api.orders.list()',
]) {
  if (hasPath(line)) throw new Error(`refused: ${line}`);
}

/** An answer that is said to be of another type than the document has for it. */
const CAST = /\bas (?:unknown as )?Promise</;

/** Types, components, functions and hooks are refused these names, as Rust is by testkit/tests/house_rules/words.rs. */
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
  'const kept = 1',
  "const PLACE = ['page'] as const",
  'list.map((wanted) => 1)',
  'f(said: string)',
  'const [shown] = useState()',
]) {
  if (!BARE.test(line)) throw new Error(`not refused: ${line}`);
}
for (const line of ['type OrderRow = 1', 'function useOrders() {', 'const rows = (a) => a']) {
  if (refusedName(line) !== undefined) throw new Error(`refused: ${line}`);
}

/** Words that the English screens have another word for (docs/glossary.md), or that tell nobody anything. */
const WORDS =
  /\b(?:audit desk|audited|auditors?|login names?|user names?|e-mail|get method|usage|(?:that|this) did not work)\b/i;

/** Of a line without what is only said. @param {string} line */
const code = (line) =>
  line
    .replace(/^\s*(?:\/?\*|\/\/).*$/, '')
    .replace(/\s\/\/ .*$/, '')
    .replace(/\baddress\(['"`]\/api/, '');

/** @param {string} folder */
function sources(folder) {
  return readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name}`,
  );
}

/** @param {string} name */
const isTest = (name) => /\.test\.|\/test(?:ing)?\/|\/test\w*\.tsx?$|Stage\.tsx?$/.test(name);

/** @param {string} file */
const linesOf = (file) => readFileSync(join(top, file), 'utf8').split('\n').map(code);

const files = ['ui-kit/src', 'portal-ui/src', 'admin-ui/src'].flatMap(sources);
const written = files.filter((name) => /\.(?:tsx?|css)$/.test(name));
/** @type {string[]} */
const faults = [];
for (const file of written.filter((name) => !isTest(name))) {
  const ofClient = file.startsWith('ui-kit/src/api/');
  for (const [at, line] of linesOf(file).entries()) {
    if (hasColour(line))
      faults.push(`${file}:${at + 1}: a colour; name it in ui-kit/src/tokens.json`);
    if (hasSize(line))
      faults.push(`${file}:${at + 1}: a size of a text; take one of ui-kit/src/tokens.ts`);
    const name = refusedName(line) ?? BARE.exec(line)?.slice(1).find(Boolean);
    if (name !== undefined) {
      faults.push(`${file}:${at + 1}: ${name} says nothing of what it is; see docs/glossary.md`);
    }
    if (ofClient && CAST.test(line)) {
      faults.push(
        `${file}:${at + 1}: a cast of an answer; the schema types it, or give its type after the parameters`,
      );
    }
    if (!ofClient && hasPath(line)) {
      faults.push(`${file}:${at + 1}: a path of the API; call ui-kit/src/api, or ask address()`);
    }
  }
}

for (const file of written.filter((name) => /\.tsx?$/.test(name) && !isTest(name))) {
  for (const { line, name, lines } of longFunctions(file, readFileSync(join(top, file), 'utf8'))) {
    faults.push(`${file}:${line}: ${name} has ${lines} lines; ${MAX_LINES} fit a screen`);
  }
}

const kit = JSON.parse(readFileSync(join(top, 'ui-kit/package.json'), 'utf8'));
const texts = written
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => /** @type {const} */ ([name, readFileSync(join(top, name), 'utf8')]));
for (const cycle of importCycles(new Map(texts), { ...kit, folder: 'ui-kit' })) {
  faults.push(`${cycle.join(' → ')}: a circle of imports; give what they share a file of its own`);
}

const tokens = JSON.parse(readFileSync(join(top, 'ui-kit/src/tokens.json'), 'utf8'));
const page = readFileSync(join(top, 'portal-ui/index.html'), 'utf8');
if (!page.includes(`name="theme-color" content="${tokens.night.ground}"`)) {
  faults.push('portal-ui/index.html: theme-color is not night.ground of ui-kit/src/tokens.json');
}

/** A page that the server answers without a program: it repeats what the tokens say. */
const PLAIN = 'api/src/inbox/unsubscribe.html';
const [day = '', evening = ''] = readFileSync(join(top, PLAIN), 'utf8').split('@media');
for (const [scheme, styles] of Object.entries({ light: day, dark: evening })) {
  const named = [...styles.matchAll(/--sd-(\w+): ([^;]+);/g)];
  if (named.length === 0) faults.push(`${PLAIN}: no colours of the ${scheme} scheme`);
  for (const [, role = '', colour] of named) {
    if (tokens[scheme][role] !== colour)
      faults.push(`${PLAIN}: ${role} is not ${scheme}.${role} of ui-kit/src/tokens.json`);
  }
}
const scale = Object.values(tokens.type).map(({ size }) => `${size / 16}rem`);
for (const [, size = ''] of day.matchAll(/\bfont(?:-size)?: ([\d.]+\w+)/g)) {
  if (!scale.includes(size)) faults.push(`${PLAIN}: ${size} is not on the scale of texts`);
}

/** Tests, pages and pictures cannot import a token, but they may hold no other colour either. */
const known = new Set(JSON.stringify(tokens).match(COLOUR_VALUE));
const other = [
  ...written.filter(isTest),
  ...['portal-ui/index.html', 'admin-ui/index.html', PLAIN],
  ...['portal-ui/public', 'portal-ui/src', 'admin-ui/src']
    .flatMap(sources)
    .filter((name) => name.endsWith('.svg')),
];
for (const file of other) {
  for (const [at, line] of linesOf(file).entries()) {
    const strange = (line.match(COLOUR_VALUE) ?? []).filter((colour) => !known.has(colour));
    if (strange.length > 0)
      faults.push(`${file}:${at + 1}: ${strange} is not in ui-kit/src/tokens.json`);
  }
}

/** Texts in English; their keys do not count, nor what the import of an old portal says of its file's own fields. */
const inEnglish = [...written.filter((name) => /\.en\.ts$|\/en\.ts$/.test(name)), 'texts/en.json'];
for (const file of inEnglish) {
  for (const [at, line] of linesOf(file).entries()) {
    const word = WORDS.exec(line.replace(/^\s*(?:"[^"]*"|'[^']*'|\w+):/, ''))?.[0];
    if (word !== undefined && !line.includes('"import.'))
      faults.push(`${file}:${at + 1}: “${word}” on a screen; see docs/glossary.md`);
  }
}

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
