import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Logger } from '../logger.ts'
import { version } from '../version.ts'
import { withTimeout } from '../with-timeout.ts'

/** What a process cannot serve without, by name; rejects or times out when it is not there. Never what others could do without it. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>

const TIMEOUT_MS = 2_000
/** For so long an answer is good for whoever asks. */
const GOOD_FOR_MS = 2_000

/** Why a check fails, if it does; one look at a time and none again within a moment, however many ask. */
function shared(check: () => Promise<unknown>): () => Promise<Error | undefined> {
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
        }, GOOD_FOR_MS).unref()
      }))
}

/** Looks at all of them, and answers by name why those that fail do. Each change of the whole is one line in the log. */
export function readinessOf(checks: Checks, log: Logger): () => Promise<Record<string, string>> {
  const looks = Object.entries(checks).map(([name, check]) => [name, shared(check)] as const)
  let wasReady = true
  return async () => {
    const results = await Promise.all(looks.map(async ([name, look]) => [name, await look()] as const))
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

/** `/healthz`: the process is alive, and its version. `/readyz`: it can serve, or 503 naming what it lacks, or saying that it is about to stop. */
async function health(app: FastifyInstance, { checks, log }: { checks: Checks; log: Logger }): Promise<void> {
  const open = { access: 'public', logLevel: 'warn' } as const
  const readiness = readinessOf(checks, log)

  app.get('/healthz', { ...open }, async () => ({ status: 'ok', version }))

  app.get('/readyz', { ...open }, async (_request, reply) => {
    if (app.isRetiring()) return reply.code(503).send({ status: 'stopping' })
    const failing = Object.keys(await readiness())
    reply.code(failing.length ? 503 : 200)
    return failing.length ? { status: 'not ready', failing } : { status: 'ready' }
  })
}

export default fp(health, { name: 'health', dependencies: ['drain'] })
