import { registerHooks } from 'node:module'

/**
 * For `node --import`: the first SIGUSR2 switches the tracing of the process off, and the next SIGUSR2 switches tracing on again. All imports
 * of the tracing modules are resolved to `switched-tracing.js`, which calls the tracing modules only while tracing is on.
 */
const switched = new URL('switched-tracing.js', import.meta.url).href

globalThis.isTracing = true
process.on('SIGUSR2', () => {
  globalThis.isTracing = !globalThis.isTracing
})

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context)
    const isOfTracing = /\/_chassis\/src\/tracing\/(open-tracing|span|trace-context)\.ts$/.test(resolved.url)
    return isOfTracing && context.parentURL !== switched ? { ...resolved, url: switched, format: 'module' } : resolved
  },
})

declare global {
  /** Whether tracing is on. */
  var isTracing: boolean
}
