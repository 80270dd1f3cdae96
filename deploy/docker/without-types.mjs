// For `node --import`: reads modules as `strip-types.ts` wrote them. By itself every process loads a compiler to strip them at its start, and keeps it.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const root = new URL('../../', import.meta.url).href
const stripped = `${root}dist/programs/`

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith(root) || !url.endsWith('.ts')) return nextLoad(url, context)
    const source = readFileSync(new URL(url.replace(root, stripped).replace(/\.ts$/, '.js')), 'utf8')
    return { format: 'module', source, shortCircuit: true }
  },
})
