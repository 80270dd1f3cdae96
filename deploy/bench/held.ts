import { clientOf, signUpOwner } from '../test/system/client.ts'
import { startApart } from './apart.ts'
import type { Caller, Held, HeldQuestion } from './held-worker.ts'
import { openFiles, requireOpenFiles } from './open-files.ts'
import { ownerWithTasks, until } from './owner.ts'
import type { Pace, Paced } from './paced-worker.ts'
import type { Parts } from './parts.ts'
import { residentMegabytes } from './process-memory.ts'
import { type Measure, percentile, say } from './report.ts'
import { startWorker } from './worker.ts'

/**
 * Number of owners that are necessary to open all streams and uploads that the gateway accepts by default. Each owner stays within the
 * limits per user.
 */
const OWNERS = 400
const STREAMS_EACH = 5
const UPLOADERS = 25
const UPLOADS_EACH = 8
const ADDRESSES = 20
const STREAMS = OWNERS * STREAMS_EACH
const UPLOADS = UPLOADERS * UPLOADS_EACH

const SIGN_UPS_AT_ONCE = 8
const TASKS = 100
const PER_SECOND = 40
const WARM_UP_SECONDS = 2
const ALONE_SECONDS = 6
/** Duration of the measurement. It is longer than the 15 s between two heartbeats, so that each stream receives a heartbeat. */
const DURING_SECONDS = 16
/** Reserve for other open files, such as pooled connections to services and to the database. */
const SPARE_FILES = 100

async function signUpCallers(productUrl: string): Promise<Caller[]> {
  const send = clientOf(productUrl)
  const callers: Caller[] = []
  const signUp = async () => {
    while (callers.length < OWNERS) {
      const caller = { token: '', address: `203.0.113.${callers.length % ADDRESSES}` }
      callers.push(caller)
      caller.token = (await signUpOwner(send)).token
    }
  }
  await Promise.all(Array.from({ length: SIGN_UPS_AT_ONCE }, signUp))
  return callers
}

/**
 * Requests a list of tasks at a steady rate in three phases, and measures the latency. In the second phase, live streams and slow
 * uploads are open, as many as the gateway accepts by default. In the other phases, no streams or uploads are open.
 */
export async function benchHeld(parts: Parts): Promise<Measure[]> {
  // The gateway has one client connection for each stream and upload, and one connection to the service for each upload.
  await requireOpenFiles(STREAMS + 2 * UPLOADS + SPARE_FILES)
  const product = await startApart({ ...parts, env: { ...parts.env, TRUSTED_PROXIES: '127.0.0.1' } })
  const holder = startWorker('held-worker.ts')
  const asker = startWorker('paced-worker.ts')
  try {
    const { url, pids } = product
    const { gateway = 0, tasks = 0 } = pids
    const { companyId, token } = await ownerWithTasks(url, parts.database, TASKS)
    const list = (seconds: number) => {
      const pace = {
        urls: [`${url}/api/task/tasks/${companyId}`],
        headers: { authorization: `Bearer ${token}` },
        perSecond: PER_SECOND,
        seconds,
      }
      return asker.ask<Paced>(pace satisfies Pace)
    }
    say(`Signing up ${OWNERS} owners`)
    const callers = await signUpCallers(url)

    say('Listing 100 tasks at a steady rate')
    await list(WARM_UP_SECONDS)
    const before = await list(ALONE_SECONDS)
    const filesBefore = await openFiles(gateway)
    const memoryBefore = await residentMegabytes(gateway)

    say(`Opening ${STREAMS} streams and ${UPLOADS} uploads`)
    const streams = { kind: 'streams', url, callers, each: STREAMS_EACH } as const
    await holder.ask<Held>({ open: streams } satisfies HeldQuestion)
    const memoryOfStreams = (await residentMegabytes(gateway)) - memoryBefore
    const uploads = { kind: 'uploads', url, callers: callers.slice(0, UPLOADERS), each: UPLOADS_EACH } as const
    await holder.ask<Held>({ open: uploads } satisfies HeldQuestion)
    await until('the uploads have reached their service', async () => (await openFiles(tasks)) > UPLOADS)

    say('Listing the same tasks with open streams and uploads')
    const during = await list(DURING_SECONDS)
    const memoryOfAll = (await residentMegabytes(gateway)) - memoryBefore
    const held = await holder.ask<Held>({} satisfies HeldQuestion)
    await holder.stop()
    await until('the gateway has closed all streams and uploads', async () => (await openFiles(gateway)) < filesBefore + SPARE_FILES)
    const after = await list(ALONE_SECONDS)

    const free = [...before.milliseconds, ...after.milliseconds]
    const ratio = (share: number, below: number): Measure => {
      const [beside, alone] = [percentile(during.milliseconds, share), percentile(free, share)]
      return {
        what: `list with ${STREAMS} streams and ${UPLOADS} uploads open, p${share * 100}, ratio to without`,
        measured: beside / alone,
        unit: 'x',
        target: { below },
        detail: `${beside.toFixed(1)} vs. ${alone.toFixed(1)} ms, ${PER_SECOND} a second; slowest ${Math.max(...during.milliseconds).toFixed(0)} vs. ${Math.max(...free).toFixed(0)} ms`,
      }
    }
    const failed = [before, during, after].reduce((sum, paced) => sum + paced.failed, 0)
    const lost = failed + (STREAMS - held.streams) + (UPLOADS - held.uploads)
    return [
      ratio(0.5, 1.5),
      ratio(0.95, 2),
      {
        what: 'lists, streams and uploads that failed',
        measured: lost,
        unit: 'lost',
        target: { below: 1 },
        detail: `${during.milliseconds.length} lists, ${held.streams} streams, ${held.uploads} uploads; all closed afterwards`,
      },
      {
        what: 'memory growth of the gateway by open streams and uploads',
        measured: memoryOfAll,
        unit: 'MB',
        target: { below: 256 },
        detail: `${((memoryOfStreams * 1024) / STREAMS).toFixed(0)} kB per stream`,
      },
    ]
  } finally {
    await Promise.all([holder.stop(), asker.stop()])
    await product.stop()
  }
}
