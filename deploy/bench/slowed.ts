import { subscribe } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const { SLOWED_PLACES, SLOWED_MS } = process.env

/** Times (`performance.now()`) at which the places become free. A place handles one request at a time. */
const places = Array<number>(Number(SLOWED_PLACES)).fill(0)

async function takePlace(): Promise<void> {
  const now = performance.now()
  const first = places.indexOf(Math.min(...places))
  const over = Math.max(now, places[first] ?? 0) + Number(SLOWED_MS)
  places[first] = over
  await sleep(over - now)
}

/** For `node --import`: delays each request to /task/ by `SLOWED_MS`. Delays at most `SLOWED_PLACES` requests at once; others wait. */
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/task/')) await takePlace()
  })
})
