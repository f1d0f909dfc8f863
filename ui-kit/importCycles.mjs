// Files that import one another in a circle: by value, by type only, or lazily. None of them can be read, tested or moved
// by itself.
import { posix } from 'node:path';

const IMPORTS = [
  /\bfrom\s+['"]([^'"]+)['"]/g,
  /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
  /^\s*import\s+['"]([^'"]+)['"]/gm,
  // A worker.
  /\bnew URL\(\s*['"]([^'"]+)['"]\s*,\s*import\.meta\.url/g,
];

/** What of a text is no comment. @param {string} text */
const withoutComments = (text) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/** @typedef {{ name: string, folder: string, exports: Record<string, string> }} Package */

/**
 * The path of what a package offers under a name, `null` where it offers no such thing.
 *
 * @param {Package} shared
 * @param {string} specifier
 */
function offered({ name, folder, exports }, specifier) {
  const key = `.${specifier.slice(name.length)}`;
  for (const [pattern, target] of Object.entries(exports)) {
    const [before = '', after] = pattern.split('*');
    if (after === undefined ? key === pattern : key.startsWith(before) && key.endsWith(after)) {
      const filling =
        after === undefined ? '' : key.slice(before.length, key.length - after.length);
      return posix.join(folder, target.replace('*', filling));
    }
  }
  return null;
}

/**
 * The files of `texts` that each of them imports.
 *
 * @param {ReadonlyMap<string, string>} texts
 * @param {Package} shared
 */
function importGraph(texts, shared) {
  /** @param {string} path */
  const fileAt = (path) =>
    [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`].find((file) =>
      texts.has(file),
    );
  /** @param {string} file @param {string} specifier */
  const target = (file, specifier) => {
    if (specifier.startsWith('.')) return fileAt(posix.join(posix.dirname(file), specifier));
    const isShared = specifier === shared.name || specifier.startsWith(`${shared.name}/`);
    const path = isShared ? offered(shared, specifier) : null;
    return path === null ? undefined : fileAt(path);
  };
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const [file, text] of texts) {
    const code = withoutComments(text);
    const specifiers = IMPORTS.flatMap((form) => [...code.matchAll(form)].map((all) => all[1]));
    const files = specifiers.map((specifier) => target(file, specifier ?? ''));
    graph.set(
      file,
      files.filter((one) => one !== undefined),
    );
  }
  return graph;
}

/**
 * Circles of imports, each from a file back to itself; one of every knot.
 *
 * @param {ReadonlyMap<string, string>} texts the sources by their path from the top, with `/`
 * @param {Package} shared the package that the others import by its name
 */
export function importCycles(texts, shared) {
  const graph = importGraph(texts, shared);
  /** @type {string[][]} */
  const cycles = [];
  /** @type {Set<string>} */
  const finished = new Set();
  /** @type {string[]} */
  const trail = [];
  /** @param {string} file */
  const visit = (file) => {
    const at = trail.indexOf(file);
    if (at >= 0) {
      cycles.push([...trail.slice(at), file]);
      return;
    }
    if (finished.has(file)) return;
    trail.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    trail.pop();
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}

const KIT = {
  name: '@x/kit',
  folder: 'kit',
  exports: { '.': './src/index.ts', './map/*': './src/map/*.ts' },
};
for (const [first, second, isCycle] of /** @type {const} */ ([
  ["import { b } from './b';", "import { a } from './a';", true],
  ["import type { B } from './b';", "export * from './a';", true],
  ["lazy(() => import('./b'));", "import {\n  a,\n} from '../src/a';", true],
  ["import './b';", "import { a } from '@x/kit/map/a';", false],
  ["import './b';", "import { a } from '@x/kit';", true],
  ["new Worker(new URL('./b.ts', import.meta.url));", "import './a';", true],
  ["import { b } from './b';", "// import { a } from './a';", false],
])) {
  const texts = new Map([
    ['kit/src/a.tsx', first],
    ['kit/src/b.ts', second],
    ['kit/src/index.ts', "export * from './a';"],
    ['kit/src/map/a.ts', ''],
  ]);
  if (importCycles(texts, KIT).length > 0 !== isCycle)
    throw new Error(`a circle or not: ${first} ${second}`);
}
