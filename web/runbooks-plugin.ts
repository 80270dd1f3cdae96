import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { readRunbooks } from './read-runbooks.ts'

const MODULE = 'virtual:runbooks'
const OPERATIONS = `${import.meta.dirname}/../docs/operations.md`

/** Vite plugin for runbooks. `import runbooks from 'virtual:runbooks'` returns the HTML of each runbook in `docs/operations.md`. */
export const runbooks: Plugin = {
  name: 'runbooks',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  async load(id) {
    if (id !== `\0${MODULE}`) return
    this.addWatchFile(OPERATIONS)
    const texts = readRunbooks(await readFile(OPERATIONS, 'utf8'))
    return { code: `export default ${JSON.stringify(texts)}`, moduleType: 'js', map: null }
  },
}
