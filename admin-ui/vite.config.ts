import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        // What changes with a library apart from what changes with us, so that browsers keep it.
        codeSplitting: {
          groups: [
            // A widget of few pages stays with them.
            {
              name: 'mui',
              test: /node_modules[\\/](@mui[\\/](?!x-)|@emotion|@popperjs|stylis)/,
              minShareCount: 8,
            },
            { name: 'admin', test: /node_modules[\\/](ra-|react-admin|react-hook-form)/ },
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5174,
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      // The portal's: both apps stand on one host.
      '/basemap': 'http://127.0.0.1:8080',
      '/favicon.svg': 'http://127.0.0.1:8080',
    },
  },
});
