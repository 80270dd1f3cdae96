import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { readArticle } from './read-article.ts'

const ARTICLE = /\.md(\?body)?$/

/**
 * Vite plugin for articles. `import facts from 'x.md'` returns the front matter, and `import html from 'x.md?body'` returns the text as
 * HTML. Lists of articles import only the front matter, so that their bundles do not contain the texts.
 */
export const articles: Plugin = {
  name: 'articles',
  load: {
    filter: { id: ARTICLE },
    async handler(id) {
      const [file, query] = id.split('?') as [string, string | undefined]
      this.addWatchFile(file)
      const { facts, html } = readArticle(await readFile(file, 'utf8'))
      return { code: `export default ${JSON.stringify(query ? html : facts)}`, moduleType: 'js', map: null }
    },
  },
}
