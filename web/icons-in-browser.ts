import type { Plugin } from 'vite'

/** Leaves of lucide's icons only what is drawn: they bring a key for each line, which is random and hardly compresses, names and a size. */
export const iconsInBrowser: Plugin = {
  name: 'icons-in-browser',
  apply: 'build',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
    handler(code) {
      const drawn = code
        .replaceAll(/,\s+key: "\w+"/g, '')
        .replace(/,\s+aliases: \[[^\]]*\]/, '')
        .replaceAll(/^ {2}(name|size): .*,$/gm, '')
        .replace(/^__iconData\.node;$/m, '')
      if (/\b(?:key|aliases|name|size): /.test(drawn)) this.error('An icon of lucide is written in another way: it would bring all of it.')
      return { code: drawn, map: null }
    },
  },
}
