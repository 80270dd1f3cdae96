import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** A URL that is requested repeatedly. */
export interface Probe {
  name: string
  url: string
  headers?: Readonly<Record<string, string>>
  everyMs: number
}

/**
 * Figures of each probe in the shared array. `LONGEST`: longest response time in ms since the last reset. `PENDING_SINCE`: start time of the
 * current request, or 0. `FAILED`: number of responses since the last reset whose status is not 200.
 */
export const LONGEST = 0
export const PENDING_SINCE = 1
export const FAILED = 2
const FIGURES = 3
export const placeOf = (probe: number, figure: number): number => FIGURES * probe + figure

export interface HealthData {
  probes: readonly Probe[]
  shared: SharedArrayBuffer
}

export interface ProbeResult {
  name: string
  /** How much longer than the control's the longest response time was, in ms. */
  delay: number
  failed: number
}

const EVERY_MS = 50
/** Wait after an input, in ms. After the response, the input may still cause work that blocks the event loop. */
const AFTERMATH_MS = 20

export const healthProbe = (name: string, url: string): Probe => ({ name, url: `${url}/healthz`, everyMs: EVERY_MS })

async function startControl() {
  const worker = new Worker(new URL('health-control.ts', import.meta.url))
  const [port] = (await once(worker, 'message')) as [number]
  return { probe: healthProbe('control', `http://127.0.0.1:${port}`), stop: () => worker.terminate() }
}

/**
 * Polls the probes from a worker thread, so that sending large inputs does not delay the requests. Another thread with a server that does
 * nothing is the control: a delay that the control has as well comes from the machine.
 */
export async function pollHealth(wanted: readonly Probe[]) {
  const control = await startControl()
  const probes = [control.probe, ...wanted]
  const shared = new SharedArrayBuffer(FIGURES * probes.length * Float64Array.BYTES_PER_ELEMENT)
  const figures = new Float64Array(shared)
  const worker = new Worker(new URL('health-worker.ts', import.meta.url), { workerData: { probes, shared } satisfies HealthData })
  const figureOf = (probe: number, figure: number): number => figures[placeOf(probe, figure)] ?? 0

  /** Waits for the responses that are late, so that their full delays are counted. */
  async function untilAnswered(): Promise<void> {
    const begun = probes.map((_probe, index) => figureOf(index, PENDING_SINCE))
    for (const [index, since] of begun.entries()) {
      if (since === 0 || Date.now() - since < AFTERMATH_MS) continue
      while (figureOf(index, PENDING_SINCE) === since) await sleep(EVERY_MS / 5)
    }
  }

  return {
    /** Runs `work`. Returns its result, and the results of the probes while `work` ran. */
    async during<T>(work: () => Promise<T>): Promise<{ probed: ProbeResult[]; result: T }> {
      probes.forEach((_probe, index) => {
        figures[placeOf(index, LONGEST)] = 0
        figures[placeOf(index, FAILED)] = 0
      })
      const result = await work()
      await sleep(AFTERMATH_MS)
      await untilAnswered()
      const probed = wanted.map(({ name }, index) => ({
        name,
        delay: Math.max(0, figureOf(index + 1, LONGEST) - figureOf(0, LONGEST)),
        failed: figureOf(index + 1, FAILED),
      }))
      return { probed, result }
    },
    stop: async () => void (await Promise.all([worker.terminate(), control.stop()])),
  }
}
