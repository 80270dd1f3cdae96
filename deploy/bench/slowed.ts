import { subscribe } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const { SLOWED_PLACES, SLOWED_MS } = process.env

/** Time at which each place becomes free, in milliseconds of `performance.now()`. */
const places = Array<number>(Number(SLOWED_PLACES)).fill(0)

/** Occupies the place that becomes free first for `SLOWED_MS` and waits until that time is over. */
async function takePlace(): Promise<void> {
  const now = performance.now()
  const first = places.indexOf(Math.min(...places))
  const over = Math.max(now, places[first] ?? 0) + Number(SLOWED_MS)
  places[first] = over
  await sleep(over - now)
}

/** For `node --import`: delays requests to /task/ by `SLOWED_MS` each, at most `SLOWED_PLACES` at a time. Then they continue normally. */
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/task/')) await takePlace()
  })
})
