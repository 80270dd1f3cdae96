import { gzipSync } from 'node:zlib'
import { minify } from '@swc/core'
import type { Plugin } from 'vite'

/** Goes over what the build has minified with another minifier, and keeps what is smaller of the two: 1 % of a page. */
export const smaller: Plugin = {
  name: 'smaller',
  apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    await Promise.all(
      chunks.map(async (chunk) => {
        const { code } = await minify(chunk.code, { module: true, compress: { passes: 2 }, mangle: true })
        if (compressed(code) < compressed(chunk.code)) chunk.code = code
      }),
    )
  },
}

const compressed = (code: string): number => gzipSync(code).length
