import { registerHooks } from 'node:module'

const loaded: string[] = []
registerHooks({
  load(url, context, nextLoad) {
    loaded.push(url)
    return nextLoad(url, context)
  },
})

/** Opens tracing, loads the modules of a service, and prints the loaded OpenTelemetry packages. */
const { openTracing } = await import('@app/chassis/tracing/open-tracing.ts')
await import('@app/chassis/service/create-service.ts')
const { createLogger } = await import('@app/chassis/logging/logger.ts')
const { loadConfig, tracingConfig } = await import('@app/chassis/config/config.ts')
await openTracing('child', loadConfig(tracingConfig, process.env), createLogger({ level: 'silent' }))
const packages = loaded.map((url) => /@opentelemetry\/[^/]+/.exec(url)?.[0]).filter((name) => name !== undefined)
process.stdout.write(JSON.stringify([...new Set(packages)]))
process.exit()
