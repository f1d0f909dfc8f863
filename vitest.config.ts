import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

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
    include: ['{ui-kit,portal-ui,admin-ui}/src/**/*.test.{ts,tsx}'],
    setupFiles: ['ui-kit/src/test/setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    // All cores: by default one is left for a watching editor, which is half of a machine that has two.
    maxWorkers: '100%',
  },
});
