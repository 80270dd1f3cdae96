import { registerHooks } from 'node:module'

/** Replacements for the two tracing modules. Their functions call `work` without creating spans. */
const nothing: Readonly<Record<string, string>> = {
  '/tracing/span.ts': `
    import { runInContext } from '../context.ts'
    export const inSpan = (_describe, work) => work(() => {})
    export const inContextSpan = (context, _span, work) => runInContext(context, () => work(() => {}))`,
  '/tracing/trace-context.ts': `
    export const parseTraceparent = () => undefined
    export const traceparentOf = () => ''
    export const newUnsampledTrace = () => undefined`,
}

/** For `node --import`: runs the process without any tracing code. */
registerHooks({
  load(url, context, nextLoad) {
    const file = Object.keys(nothing).find((path) => url.endsWith(`/_chassis/src${path}`))
    return file ? { format: 'module', source: nothing[file], shortCircuit: true } : nextLoad(url, context)
  },
})
