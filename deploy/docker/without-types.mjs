// For `node --import`: loads the modules that `strip-types.ts` wrote. To load a TypeScript file instead, Node.js needs a WebAssembly
// compiler, which stays in the memory of each process (docs/decisions/deployment.md).
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
