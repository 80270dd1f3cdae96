import { defineConfig } from 'vite'
import { brandName, buildSettings, css, define, failOnMissingImport, fileNames, typeboxAlias, worker } from './build-settings.ts'
import { routesInBrowser } from './routes-in-browser.ts'

/** Preact replaces React. The review page must have less than 60 kB (gzip). React and react-dom alone are larger. */
const preactAliases = [
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react\/jsx-dev-runtime$/, replacement: 'preact/jsx-dev-runtime' },
]

/** Builds the review page. The build of the app calls this build (`review-page.ts`). */
export default defineConfig({
  root: import.meta.dirname,
  define,
  css,
  plugins: [brandName, routesInBrowser],
  resolve: { alias: [typeboxAlias, ...preactAliases] },
  worker,
  // This build needs its own cache: Vite prebundles Preact for the review page, but React for the app.
  cacheDir: 'node_modules/.vite-review',
  build: {
    ...buildSettings,
    // The folder already contains the app.
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: `${import.meta.dirname}/review.html`,
      output: fileNames,
      onLog(level, log, report) {
        // Some files of lucide-react contain the directive 'use client'. The bundler ignores the directive. Its warning is not shown.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') failOnMissingImport(level, log, report)
      },
    },
  },
})
