import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { articles } from './articles-plugin.ts'
import { brandName, buildSettings, css, define, failOnMissingImport, fileNames, typeboxAlias, worker } from './build-settings.ts'
import { bundles } from './bundles.ts'
import { compressAssets } from './compress-assets.ts'
import { FIRST_SCRIPTS, prerender } from './prerender.ts'
import { reviewPage } from './review-page.ts'
import { routesInBrowser } from './routes-in-browser.ts'
import { runbooks } from './runbooks-plugin.ts'

const gateway = process.env.GATEWAY ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  define,
  css,
  plugins: [react(), brandName, articles, runbooks, routesInBrowser, prerender, reviewPage, compressAssets],
  resolve: { alias: [typeboxAlias] },
  server: {
    proxy: { '/api': gateway, '/files': gateway },
  },
  worker,
  build: {
    ...buildSettings,
    emptyOutDir: true,
    rolldownOptions: {
      input: ['index.html', ...FIRST_SCRIPTS].map((file) => `${import.meta.dirname}/${file}`),
      onLog: failOnMissingImport,
      // Without this setting, Rolldown reports that plugins take most of the time. The plugins compress assets and render pages.
      checks: { bundlerTimings: false },
      // Reads only the icons that are used, not all 1,700. Saves a fifth of the build's time.
      experimental: { lazyBarrel: true },
      output: {
        ...fileNames,
        codeSplitting: { groups: bundles },
      },
    },
  },
})
