import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import manifest from '../../../../package.json' with { type: 'json' }
import type { Logger } from '../logging/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'

/** Checks of dependencies, by name. A check rejects if its dependency is unavailable. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>

const TIMEOUT_MS = 2_000
const CACHE_MS = 2_000

/** Returns a function that runs the check. Results are cached, and concurrent calls share one check. */
function cached(check: () => Promise<unknown>): () => Promise<Error | undefined> {
  let latest: Promise<Error | undefined> | undefined
  return () =>
    (latest ??= withTimeout(TIMEOUT_MS, 'A check', check())
      .then(
        () => undefined,
        (error: Error) => error,
      )
      .finally(() => {
        setTimeout(() => {
          latest = undefined
        }, CACHE_MS).unref()
      }))
}

/** Returns a function that runs all checks and returns the errors of failing checks, by name. It logs when readiness changes. */
export function readinessOf(checks: Checks, log: Logger): () => Promise<Record<string, string>> {
  const cachedChecks = Object.entries(checks).map(([name, check]) => [name, cached(check)] as const)
  let wasReady = true
  return async () => {
    const results = await Promise.all(cachedChecks.map(async ([name, check]) => [name, await check()] as const))
    const failing = Object.fromEntries(results.flatMap(([name, error]) => (error ? [[name, error.message]] : [])))
    const isReady = Object.keys(failing).length === 0
    if (isReady !== wasReady) {
      if (isReady) log.info('ready again')
      else log.warn({ failing }, 'not ready')
      wasReady = isReady
    }
    return failing
  }
}

/** Serves `/healthz` with the version, and `/readyz`, which returns 503 while a check fails or the process is stopping. */
async function health(app: FastifyInstance, { checks, log }: { checks: Checks; log: Logger }): Promise<void> {
  const open = { access: 'public', logLevel: 'warn' } as const
  const readiness = readinessOf(checks, log)

  app.get('/healthz', { ...open }, async () => ({ status: 'ok', version: manifest.version }))

  app.get('/readyz', { ...open }, async (_request, reply) => {
    if (app.isRetiring()) return reply.code(503).send({ status: 'stopping' })
    const failing = Object.keys(await readiness())
    reply.code(failing.length ? 503 : 200)
    return failing.length ? { status: 'not ready', failing } : { status: 'ready' }
  })
}

export default fp(health, { name: 'health', dependencies: ['drain'] })
