import { setTimeout as sleep } from 'node:timers/promises'
import { startTestProduct } from '../test/product.ts'
import { startFlags, startMalloc } from '../test/start-script.ts'
import { unlessInterrupted } from './interruption.ts'
import { ownMegabytes, residentMegabytes } from './process-memory.ts'
import { type Measure, say } from './report.ts'

const IDLE_MS = 30_000

/** Measures the memory of the Node process of `npm start`, without Postgres, after 30 s without requests. */
export async function benchMemory(): Promise<Measure[]> {
  say('Waiting while a local run is idle')
  const product = await startTestProduct({ ...startMalloc, LOG_LEVEL: 'warn', NODE_DISABLE_COMPILE_CACHE: '1' }, startFlags)
  try {
    const atStart = await residentMegabytes(product.pid)
    await unlessInterrupted(sleep(IDLE_MS))
    const idle = await residentMegabytes(product.pid)
    const own = await ownMegabytes(product.pid)
    const detail = `resident ${IDLE_MS / 1000} s after the start, ${own.toFixed(0)} MB of it private; ${atStart.toFixed(0)} MB right after the start`
    return [{ what: 'local run, idle', measured: idle, unit: 'MB', target: { below: 200 }, detail }]
  } finally {
    await product.stop()
  }
}
