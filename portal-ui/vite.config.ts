import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = { '/api': { target: 'http://127.0.0.1:8080', changeOrigin: false } };

export default defineConfig({
  plugins: [react()],
  server: { port: 5173, proxy: server },
  preview: { port: 4173, proxy: server },
  build: { target: 'es2022', chunkSizeWarningLimit: 700 },
});
