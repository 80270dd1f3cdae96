import { defineConfig } from 'vite'
import { brandName, buildSettings, define, failOnMissingImport, typeboxAlias, worker } from './build-settings.ts'
import { routesInBrowser } from './routes-in-browser.ts'

/** Preact replaces React in the review page, because React and react-dom alone are larger than the page's budget (ADR 0065). */
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
  plugins: [brandName, routesInBrowser],
  resolve: { alias: [typeboxAlias, ...preactAliases] },
  worker,
  // Prebundled dependencies differ from those of the app.
  cacheDir: 'node_modules/.vite-review',
  build: {
    ...buildSettings,
    // The folder already contains the app.
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: `${import.meta.dirname}/review.html`,
      onLog(level, log, report) {
        // lucide-react marks its files as client components.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') failOnMissingImport(level, log, report)
      },
    },
  },
})
