import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { brand } from '@app/contracts/brand.ts'
import { Features } from 'lightningcss'
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

/** Syntax is compiled for these browsers. They load polyfills for missing functions (`src/shared/browser/older-browsers.ts`). */
const OLDEST_BROWSERS = ['chrome100', 'firefox100', 'safari15.6']

const HASH_LENGTH = 5
const hashOf = (path: string): string => createHash('sha256').update(path).digest('base64url').slice(0, HASH_LENGTH)

/**
 * A CSS class is named after its name in the module and a hash of the module's path. Vite's own names also contain the line of the class,
 * so pages would have 0.2 to 0.6 kB (gzip) more JavaScript.
 */
export const css = {
  modules: { generateScopedName: (name, file) => `${name}-${hashOf(relative(import.meta.dirname, file))}` },
  // Compiled, `light-dark()` would be twice as large and ignore `color-scheme` of single elements. Polyfills replace it where it is missing.
  lightningcss: { exclude: Features.LightDark },
} satisfies UserConfig['css']

/**
 * Names of the files of a build. The hashes are shorter than Vite's hashes, which have 8 characters: the scripts of a page contain 100 to
 * 400 file names, and hashes do not compress. For this number of scripts, Rolldown requires at least 7 characters.
 */
export const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:6][extname]',
} satisfies Rolldown.OutputOptions

/** Settings of both builds: the app and the review page. */
export const buildSettings = {
  outDir: 'dist',
  sourcemap: false,
  // All supported browsers support `modulepreload`.
  modulePreload: { polyfill: false },
  // The content security policy allows no `data:` URLs for fonts and scripts.
  assetsInlineLimit: 0,
  reportCompressedSize: false,
  target: OLDEST_BROWSERS,
} satisfies UserConfig['build']

/**
 * Vite builds workers as modules, because pdf.js starts its worker as a module. The file names of workers begin with `worker-`. The gateway
 * adds the content security policy to responses with files of these names (`gateway/src/limits/security-headers.ts`).
 */
export const worker = {
  format: 'es',
  rolldownOptions: { output: { entryFileNames: 'assets/worker-[name]-[hash:7].js' } },
} satisfies UserConfig['worker']

type OnLog = NonNullable<Rolldown.RolldownOptions['onLog']>

/** Fails the build if an import does not exist. Rolldown itself only warns. */
export const failOnMissingImport: OnLog = (level, log, report) => {
  if (log.code === 'IMPORT_IS_UNDEFINED' || log.code === 'MISSING_EXPORT') throw new Error(log.message)
  report(level, log)
}
