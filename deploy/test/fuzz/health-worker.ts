import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { EVERY_MS, type HealthData, LONGEST, PENDING_SINCE } from './health.ts'

const { url, shared } = workerData as HealthData
const figures = new Float64Array(shared)
const LONGEST_MS = 60_000
const agent = new Agent({ keepAlive: true })

async function askOnce(): Promise<number> {
  const begun = Date.now()
  figures[PENDING_SINCE] = begun
  await new Promise<void>((resolve) => {
    get(`${url}/healthz`, { agent, signal: AbortSignal.timeout(LONGEST_MS) }, (response) => response.resume().once('close', resolve)).once(
      'error',
      () => resolve(),
    )
  })
  figures[PENDING_SINCE] = 0
  return Date.now() - begun
}

for (;;) {
  const took = await askOnce()
  figures[LONGEST] = Math.max(figures[LONGEST] ?? 0, took)
  await sleep(EVERY_MS)
}
