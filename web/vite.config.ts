import { brand } from '@app/contracts/brand.ts'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import manifest from '../package.json' with { type: 'json' }
import { articles } from './articles-plugin.ts'
import { bundles } from './bundles.ts'
import { iconsInBrowser } from './icons-in-browser.ts'
import { FIRST_SCRIPTS, prerender } from './prerender.ts'
import { routerInBrowser } from './router-in-browser.ts'
import { routesInBrowser } from './routes-in-browser.ts'
import { smaller } from './smaller.ts'

const modules = `${import.meta.dirname}/../node_modules`
const gateway = process.env.GATEWAY ?? 'http://127.0.0.1:8080'

/** The product's name in index.html, from the one file that brands it. */
const brandName: Plugin = {
  name: 'brand-name',
  transformIndexHtml: (html) => html.replaceAll('%BRAND%', brand.name),
}

export default defineConfig({
  root: import.meta.dirname,
  define: { 'import.meta.env.BUILT_YEAR': new Date().getFullYear(), 'import.meta.env.APP_VERSION': JSON.stringify(manifest.version) },
  plugins: [react(), brandName, articles, routerInBrowser, routesInBrowser, iconsInBrowser, prerender, smaller],
  resolve: {
    alias: [
      { find: 'typebox', replacement: `${import.meta.dirname}/schemas-in-browser.ts` },
      { find: './infiniteQueryBehavior.js', replacement: `${import.meta.dirname}/queries-in-browser.ts` },
      { find: '../createLucideIcon.mjs', replacement: `${import.meta.dirname}/lucide-in-browser.ts` },
      // The package names its development build, whatever is built.
      ...(process.env.NODE_ENV === 'production'
        ? [{ find: 'react-router-dom', replacement: `${modules}/react-router/dist/production/index.mjs` }]
        : []),
    ],
  },
  // Bundled with the pages that are drawn ahead, too, so that both draw the same.
  ssr: {
    noExternal: ['lucide-react'],
  },
  server: {
    proxy: { '/api': gateway, '/files': gateway },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // The oldest browsers meant here know it.
    // Nor are scripts named that a part imports: few are left that are not there by then, and the list would be in every page.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((name) => name.endsWith('.css')) : dependencies,
    },
    // The content security policy allows no data: addresses for fonts or scripts.
    assetsInlineLimit: 0,
    // light-dark() as written; the oldest browsers that know it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      input: ['index.html', ...FIRST_SCRIPTS].map((file) => `${import.meta.dirname}/${file}`),
      onLog(level, log, report) {
        if (log.code === 'IMPORT_IS_UNDEFINED' || log.code === 'MISSING_EXPORT') throw new Error(log.message)
        report(level, log)
      },
      output: {
        codeSplitting: { groups: bundles },
        // As short as Rolldown takes them: files name those that they load, and such names hardly compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
})
