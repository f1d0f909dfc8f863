import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const all = '{ui-kit,portal-ui,admin-ui}/src/**/*.test.{ts,tsx}';

/** Whether a file of tests replaces modules, leaves a page locked, signed out or on its way out, or counts on English not having come. */
function changesModules(file: string): boolean {
  const leaves =
    /\/session\/|\/(SessionWatch|useOnlineCheck|authProvider|singleSignOn|timings|texts)\.test/.test(
      file,
    );
  return leaves || /vi\.(mock|resetModules)\(/.test(readFileSync(file, 'utf8'));
}

// Loading MUI, react-admin and OpenLayers anew for every file takes longer than the tests, so files share what they load.
const apart = ['ui-kit', 'portal-ui', 'admin-ui']
  .flatMap((part) =>
    readdirSync(`${part}/src`, { recursive: true, encoding: 'utf8' }).map(
      (file) => `${part}/src/${file}`,
    ),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && changesModules(file));

/** Whether all that a file replaces is the map, and by the same as the others do. */
function replacesMapOnly(file: string): boolean {
  const mocks = readFileSync(file, 'utf8').match(/^.*vi\.(mock|resetModules)\(.*$/gm) ?? [];
  const map = "vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));";
  return mocks.length === 1 && mocks[0] === map;
}

// These tests mock nothing but the map, as the shared set-up does too, so they need no process of their own.
const withoutMap = apart.filter(replacesMapOnly);

export default defineConfig({
  plugins: [react()],
  resolve: {
    // The file that Node gives to ra-core and react-router-dom; another one would have a router of its own.
    alias: [
      { find: /^react-router$/, replacement: fileURLToPath(import.meta.resolve('react-router')) },
    ],
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    setupFiles: ['ui-kit/src/test/setup.ts'],
    restoreMocks: true,
    testTimeout: 60_000,
    // All cores: by default one is left for a watching editor, which is half of a machine that has two.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'together', include: [all], exclude: apart, isolate: false },
      },
      { extends: true, test: { name: 'without map', include: withoutMap, isolate: false } },
      { extends: true, test: { name: 'apart', include: apart, exclude: withoutMap } },
    ],
  },
});
