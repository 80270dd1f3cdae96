import { subscribe } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const { SLOWED_PLACES, SLOWED_MS } = process.env

/** When each place is free again. */
const places = Array<number>(Number(SLOWED_PLACES)).fill(0)

/** Takes the place that is free first for so long, and waits until that is over. */
async function takePlace(): Promise<void> {
  const now = performance.now()
  const first = places.indexOf(Math.min(...places))
  const over = Math.max(now, places[first] ?? 0) + Number(SLOWED_MS)
  places[first] = over
  await sleep(over - now)
}

/** For `node --import`: the process takes so many requests of tasks at a time, each of which waits for so long and then is answered as ever. */
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/task/')) await takePlace()
  })
})
