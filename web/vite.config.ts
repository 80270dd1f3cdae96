import { brand } from '@app/contracts/brand.ts'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import manifest from '../package.json' with { type: 'json' }
import { articles } from './articles-plugin.ts'
import { bundles } from './bundles.ts'
import { FIRST_SCRIPTS, prerender } from './prerender.ts'
import { routesInBrowser } from './routes-in-browser.ts'

const gateway = process.env.GATEWAY ?? 'http://127.0.0.1:8080'

/** Replaces `%BRAND%` in index.html with the product's name. */
const brandName: Plugin = {
  name: 'brand-name',
  transformIndexHtml: (html) => html.replaceAll('%BRAND%', brand.name),
}

export default defineConfig({
  root: import.meta.dirname,
  define: { 'import.meta.env.BUILT_YEAR': new Date().getFullYear(), 'import.meta.env.APP_VERSION': JSON.stringify(manifest.version) },
  plugins: [react(), brandName, articles, routesInBrowser, prerender],
  resolve: {
    alias: { typebox: `${import.meta.dirname}/schemas-in-browser.ts` },
  },
  server: {
    proxy: { '/api': gateway, '/files': gateway },
  },
  // pdf.js starts its worker as a module.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // All supported browsers support `modulepreload`.
    modulePreload: { polyfill: false },
    // The content security policy allows no `data:` URLs for fonts and scripts.
    assetsInlineLimit: 0,
    // The oldest browsers that support `light-dark()`. For them, Vite leaves `light-dark()` unchanged.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      input: ['index.html', ...FIRST_SCRIPTS].map((file) => `${import.meta.dirname}/${file}`),
      onLog(level, log, report) {
        if (log.code === 'IMPORT_IS_UNDEFINED' || log.code === 'MISSING_EXPORT') throw new Error(log.message)
        report(level, log)
      },
      output: {
        codeSplitting: { groups: bundles },
      },
    },
  },
})
