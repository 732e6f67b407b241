import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The page works below any prefix.
  base: './',
  // client/calendar.ts, outside this package, takes its dependency from here.
  resolve: { dedupe: ['openapi-fetch'] },
  // Inlined files would need `data:` in the Content-Security-Policy.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1500 },
});
