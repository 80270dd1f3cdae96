import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { within } from '../within.ts'

/** One thing a process needs, by name; rejects or times out when it does not answer. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>

const TIMEOUT_MS = 2_000

async function answers(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await within(TIMEOUT_MS, 'A check', check())
    return true
  } catch {
    return false
  }
}

/** `/healthz`: the process is alive. `/readyz`: everything it needs answers, or 503 naming what does not. */
async function health(app: FastifyInstance, { checks }: { checks: Checks }): Promise<void> {
  const open = { access: 'public', logLevel: 'warn' } as const

  app.get('/healthz', { ...open }, async () => ({ status: 'ok' }))

  app.get('/readyz', { ...open }, async (_request, reply) => {
    const names = Object.keys(checks)
    const results = await Promise.all(Object.values(checks).map(answers))
    const failing = names.filter((_name, i) => !results[i])
    reply.code(failing.length ? 503 : 200)
    return failing.length ? { status: 'not ready', failing } : { status: 'ready' }
  })
}

export default fp(health, { name: 'health' })
