// For `node --import`: loads modules that `strip-types.ts` has written. Otherwise Node.js loads a compiler into every process to strip
// types, and the compiler stays in memory.
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
