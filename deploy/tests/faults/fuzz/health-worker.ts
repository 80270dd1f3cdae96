import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { FAILED, type HealthData, LONGEST, PENDING_SINCE, type Probe, placeOf } from './health.ts'

const { probes, shared } = workerData as HealthData
const figures = new Float64Array(shared)
const LONGEST_MS = 60_000
const agent = new Agent({ keepAlive: true })

/** Sends one request. Returns the status code, or 0 after a connection error. */
const ask = ({ url, headers }: Probe): Promise<number> =>
  new Promise((resolve) => {
    get(url, { agent, headers, signal: AbortSignal.timeout(LONGEST_MS) }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0))
    }).once('error', () => resolve(0))
  })

async function poll(probe: Probe, index: number): Promise<never> {
  const at = (figure: number) => placeOf(index, figure)
  for (;;) {
    const begun = Date.now()
    figures[at(PENDING_SINCE)] = begun
    const status = await ask(probe)
    figures[at(PENDING_SINCE)] = 0
    figures[at(LONGEST)] = Math.max(figures[at(LONGEST)] ?? 0, Date.now() - begun)
    if (status !== 200) figures[at(FAILED)] = (figures[at(FAILED)] ?? 0) + 1
    await sleep(probe.everyMs)
  }
}

await Promise.all(probes.map(poll))
