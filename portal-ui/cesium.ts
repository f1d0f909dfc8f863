import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Where the page finds the workers of the globe. */
const FOLDER = 'cesium/Workers';

/** What a globe without terrain and without models runs in workers. */
const WORKERS = [
  'createVerticesFromHeightmap',
  'incrementallyBuildTerrainPicker',
  'transferTypedArrayTest',
  'upsampleQuantizedTerrainMesh',
];

const source = join(
  dirname(createRequire(import.meta.url).resolve('@cesium/engine/package.json')),
  'Build/Workers',
);

/** The workers and every piece that they import, by file name. */
function workers(): Map<string, string> {
  const known = new Set(readdirSync(source));
  const found = new Map<string, string>();
  const wanted = WORKERS.map((name) => `${name}.js`);
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (found.has(name)) continue;
    const text = readFileSync(join(source, name), 'utf8');
    found.set(name, text);
    for (const [, piece = ''] of text.matchAll(/"\.\/([\w-]+\.js)"/g)) {
      if (known.has(piece)) wanted.push(piece);
    }
  }
  return found;
}

/**
 * Readers of models and splats, neither of which the globe shows. They start WebAssembly as soon as they
 * are loaded, which the Content-Security-Policy forbids.
 */
const UNUSED: Record<string, string> = {
  '@spz-loader/core': 'export const loadSpz = null;',
  meshoptimizer: 'export const MeshoptDecoder = null;',
};

/** Puts the workers of the globe beside the portal and leaves out what it never uses; no other file of Cesium's is needed. */
export function cesiumParts(): Plugin {
  return {
    name: 'cesium-parts',
    enforce: 'pre',
    resolveId: (id) => (id in UNUSED ? `\0unused:${id}` : null),
    load: (id) => (id.startsWith('\0unused:') ? UNUSED[id.slice('\0unused:'.length)] : null),
    generateBundle() {
      for (const [name, text] of workers()) {
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source: text });
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${FOLDER}`, (request, answer, next) => {
        const text = workers().get((request.url ?? '').replace(/^\/|\?.*$/g, ''));
        if (text === undefined) return next();
        answer.setHeader('content-type', 'text/javascript');
        answer.end(text);
      });
    },
  };
}
