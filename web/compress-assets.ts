import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)

/**
 * Vite plugin that writes a Brotli copy (`.br`) of each script and stylesheet, also of those of the review page. The gateway sends these
 * copies. The build has time for Brotli's highest quality, which is its default: the copies are 7 % smaller than those of quality 9, which
 * the gateway uses for pages.
 */
export const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr,
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
