import { brand } from '@app/contracts/brand.ts'
import type { Plugin, Rolldown, UserConfig } from 'vite'
import manifest from '../package.json' with { type: 'json' }

/** Replaces `%BRAND%` in HTML files with the product's name. */
export const brandName: Plugin = {
  name: 'brand-name',
  transformIndexHtml: (html) => html.replaceAll('%BRAND%', brand.name),
}

/** Replaces typebox, which the contracts import, with a small file without schemas. The browser needs no schemas. */
export const typeboxAlias = { find: /^typebox$/, replacement: `${import.meta.dirname}/schemas-in-browser.ts` }

/** Constants that the build inserts into the code. */
export const define = {
  'import.meta.env.BUILT_YEAR': new Date().getFullYear(),
  'import.meta.env.APP_VERSION': JSON.stringify(manifest.version),
}

/** Settings of both builds: the app and the review page. */
export const buildSettings = {
  outDir: 'dist',
  sourcemap: false,
  // All supported browsers support `modulepreload`.
  modulePreload: { polyfill: false },
  // The content security policy allows no `data:` URLs for fonts and scripts.
  assetsInlineLimit: 0,
  // These are the oldest browser versions that support `light-dark()`. With these targets, Vite leaves `light-dark()` unchanged.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
} satisfies UserConfig['build']

/** Vite builds workers as modules, because pdf.js starts its worker as a module. */
export const worker = { format: 'es' } as const

type OnLog = NonNullable<Rolldown.RolldownOptions['onLog']>

/** Fails the build if an import does not exist. Rolldown itself only warns. */
export const failOnMissingImport: OnLog = (level, log, report) => {
  if (log.code === 'IMPORT_IS_UNDEFINED' || log.code === 'MISSING_EXPORT') throw new Error(log.message)
  report(level, log)
}
