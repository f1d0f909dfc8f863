import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    include: ['{ui-kit,portal-ui,admin-ui}/src/**/*.test.{ts,tsx}'],
    setupFiles: ['ui-kit/src/test/setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
  },
});
