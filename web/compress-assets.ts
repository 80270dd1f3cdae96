import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)

/**
 * Vite plugin that writes a Brotli copy (`.br`) of each script and stylesheet. The gateway sends these copies. The plugin runs after the
 * build of the review page, so that the files of the review page also get copies.
 *
 * The plugin uses Brotli's highest quality, which is the default of Node. The copies are 7 % smaller than with quality 9, but the compression
 * takes ten times as long. Therefore the gateway, which compresses pages at the first request, uses quality 9. Local runs build in the mode
 * `uncompressed`, without the copies.
 */
export const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: ({ build: options }, { command, mode }) => command === 'build' && mode !== 'uncompressed' && !options?.ssr,
  writeBundle: {
    sequential: true,
    order: 'post',
    async handler({ dir = '' }) {
      const folder = join(dir, 'assets')
      const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name))
      await Promise.all(names.map(async (name) => writeFile(join(folder, `${name}.br`), await brotli(await readFile(join(folder, name))))))
    },
  },
}
