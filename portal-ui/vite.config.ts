import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cesiumParts } from './cesium';

const server = { '/api': { target: 'http://127.0.0.1:8080', changeOrigin: false } };

const REACT = {
  name: 'react',
  priority: 2,
  test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/,
};

/** What many screens show and the first one too; a widget of few screens stays with them. */
const MUI = {
  name: 'mui',
  priority: 1,
  test: /node_modules[\\/](@mui[\\/](material(?![\\/](Chip|Dialog|ListItem(Button|SecondaryAction)?[\\/]|Pagination|Table|ToggleButton|Toolbar))|system|utils|styled-engine|icons-material)|@emotion|@popperjs|stylis)[\\/]/,
  minShareCount: 6,
};

/** Small parts that several screens share: the first page has to know the name of each. */
const SINGLE_SIGN_ON = {
  name: 'sso',
  priority: 1,
  test: /singleSignOn(Texts)?\.ts|SingleSignOn\.tsx/,
  includeDependenciesRecursively: false,
};

export default defineConfig({
  plugins: [react(), cesiumParts()],
  server: { port: 5173, proxy: server },
  preview: { port: 4173, proxy: server },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    // Libraries change seldom and stay in the browser's cache; `first-load.mjs` watches how much the first page needs.
    rolldownOptions: { output: { codeSplitting: { groups: [REACT, MUI, SINGLE_SIGN_ON] } } },
    modulePreload: { polyfill: false },
  },
});
