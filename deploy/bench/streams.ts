import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startApart } from './apart.ts'
import type { Held, HeldQuestion } from './held-worker.ts'
import { unlessInterrupted } from './interruption.ts'
import { mintAdmins } from './minted-tokens.ts'
import { openFiles, requireOpenFiles } from './open-files.ts'
import { ownerWithTasks, until } from './owner.ts'
import { lostRequests, slowdownOf } from './paced.ts'
import type { Pace, Paced } from './paced-worker.ts'
import type { Parts } from './parts.ts'
import { settledMegabytes } from './process-memory.ts'
import { processorTime } from './process-time.ts'
import { type Measure, median, say } from './report.ts'
import { startWorker } from './worker.ts'

const COUNTS = [300, 2_000]
/** Maximum number of streams per user. */
const STREAMS_EACH = 5
const ADDRESSES = 20
const SPARE_FILES = 200
/** Number of turns. The median stays valid even if other programs disturb two turns. */
const TURNS = 5
const TASKS = 100
const PER_SECOND = 40
const WARM_UP_SECONDS = 3
/** Duration of the measurement. It is longer than the 15 s between two heartbeats, so that each stream receives a heartbeat. */
const LIST_SECONDS = 16
/** Duration of the measurement without streams, before and after each measurement with streams. */
const QUIET_SECONDS = LIST_SECONDS / 2
const EVENTS = 20
const EVENTS_A_SECOND = 4
const REST_MS = 5_000

const COLLECTING = fileURLToPath(new URL('collect-on-signal.ts', import.meta.url))

/** Inserts a notification for all admins and announces it with NOTIFY, like the notifications service. */
const NOTIFY_ADMINS = `
  with added as (
    insert into notifications.notification (audience_user, audience_admins, type, message, company_profile_id, task_id)
    values (null, true, 'tasks.task-approved.v1', 'Harbor & Pine Coffee approved "A task with a usual title".', gen_random_uuid(), 7) returning id)
  select pg_notify('notifications_feed', json_build_object('id', id)::text) from added`

const holders = ['gateway', 'notifications'] as const
type Holder = (typeof holders)[number]

/** Resident memory in MB. */
type Memory = Record<Holder, number>
/** CPU time of one event that is sent to all streams, in milliseconds. */
type EventCost = Record<Holder | 'all', number>

/** Results with `count` open streams, one array item per turn. */
interface Found {
  count: number
  listed: Paced[]
  events: EventCost[]
  /** Memory in the first turn. In later turns, the processes still have memory from earlier turns. */
  memory: Memory
}

function measuresOf({ count, listed, events, memory }: Found, alone: readonly Paced[], before: Memory): Measure[] {
  const list = (share: number): Measure => {
    const { ratio, detail } = slowdownOf({ alone, beside: listed }, share)
    return {
      what: `list with ${count} open streams, p${share * 100}, ratio to without`,
      measured: ratio,
      unit: 'x',
      target: { below: 1.5 },
      detail: `${detail}; ${PER_SECOND} a second`,
    }
  }
  const event = (program: keyof EventCost): number => median(events.map((each) => each[program]))
  return [
    list(0.5),
    list(0.99),
    {
      what: `CPU time of an event to ${count} streams`,
      measured: event('all'),
      unit: 'ms',
      target: { below: 40 },
      detail: `median of ${events.map(({ all }) => all.toFixed(1)).join(', ')}; gateway ${event('gateway').toFixed(1)}, notifications ${event('notifications').toFixed(1)} ms`,
    },
    ...holders.map(
      (name): Measure => ({
        what: `memory per stream with ${count} streams, in ${name}`,
        measured: ((memory[name] - before[name]) * 1024) / count,
        unit: 'kB',
        target: { below: 40 },
        detail: `${before[name].toFixed(0)} MB without and ${memory[name].toFixed(0)} MB with them`,
      }),
    ),
  ]
}

/** Measures open live streams of admins through the gateway: their effect on a list, and their CPU time and memory. */
export async function benchStreams(parts: Parts): Promise<Measure[]> {
  const most = Math.max(...COUNTS)
  await requireOpenFiles(2 * most + SPARE_FILES)
  const env = { ...parts.env, TRUSTED_PROXIES: '127.0.0.1', NODE_OPTIONS: `--expose-gc --import=${COLLECTING}` }
  const product = await startApart({ ...parts, env })
  let holder = startWorker('held-worker.ts')
  const asker = startWorker('paced-worker.ts')
  try {
    const { url, pids } = product
    const pidOf = (name: string): number => pids[name] ?? 0
    const { companyId, token } = await ownerWithTasks(url, parts.database, TASKS)
    const tokens = await mintAdmins(parts, url, most / STREAMS_EACH)
    const callers = tokens.map((each, index) => ({ token: each, address: `203.0.113.${index % ADDRESSES}` }))
    const pace = { urls: [`${url}/api/task/tasks/${companyId}`], headers: { authorization: `Bearer ${token}` }, perSecond: PER_SECOND }
    const list = (seconds: number) => asker.ask<Paced>({ ...pace, seconds } satisfies Pace)
    const hold = (open?: HeldQuestion['open']) => holder.ask<Held>({ open } satisfies HeldQuestion)
    const openUpTo = async (count: number) => {
      const missing = callers.slice((await hold()).streams / STREAMS_EACH, count / STREAMS_EACH)
      await hold({ kind: 'streams', url, callers: missing, each: STREAMS_EACH })
    }
    const closeAll = async () => {
      await holder.stop()
      await until('the gateway has closed all streams', async () => (await openFiles(pidOf('gateway'))) < SPARE_FILES)
      holder = startWorker('held-worker.ts')
    }
    const memory = async (): Promise<Memory> => ({
      gateway: await settledMegabytes(pidOf('gateway')),
      notifications: await settledMegabytes(pidOf('notifications')),
    })
    const loadDuring = async (work: () => Promise<unknown>) => {
      const groups = [[pidOf('gateway')], [pidOf('notifications')], Object.values(pids)]
      const processor = () => Promise.all(groups.map(processorTime))
      const [before, begun] = [await processor(), performance.now()]
      await work()
      const seconds = (performance.now() - begun) / 1_000
      return { seconds, spent: (await processor()).map((after, index) => after - (before[index] ?? 0)) }
    }
    const notifyAll = async (open: number) => {
      const received = (await hold()).received + EVENTS * open
      for (let event = 0; event < EVENTS; event++) {
        await parts.database.query(NOTIFY_ADMINS)
        await unlessInterrupted(sleep(1_000 / EVENTS_A_SECOND))
      }
      await until('all streams have received the events', async () => (await hold()).received >= received)
    }
    const eventTo = async (open: number): Promise<EventCost> => {
      const rest = await loadDuring(() => unlessInterrupted(sleep(REST_MS)))
      const busy = await loadDuring(() => notifyAll(open))
      const [gateway = 0, notifications = 0, all = 0] = busy.spent.map(
        (ms, index) => (ms - ((rest.spent[index] ?? 0) * busy.seconds) / rest.seconds) / EVENTS,
      )
      return { gateway, notifications, all }
    }

    // The processes load and compile code for the first streams, so events of these streams are not measured.
    await openUpTo(STREAMS_EACH)
    await notifyAll(STREAMS_EACH)
    await closeAll()
    await list(WARM_UP_SECONDS)
    say('Listing 100 tasks at a steady rate')
    const alone = [await list(QUIET_SECONDS)]
    const before = await memory()
    const found = COUNTS.map((count): Found => ({ count, listed: [], events: [], memory: before }))
    let lost = 0
    for (let turn = 1; turn <= TURNS; turn++) {
      for (const each of found) {
        const { count, listed, events } = each
        say(`Listing 100 tasks with ${count} open streams, turn ${turn} of ${TURNS}`)
        await openUpTo(count)
        if (turn === 1) each.memory = await memory()
        events.push(await eventTo(count))
        listed.push(await list(LIST_SECONDS))
        lost += count - (await hold()).streams
      }
      await closeAll()
      alone.push(await list(QUIET_SECONDS))
    }
    const lists = [...alone, ...found.flatMap(({ listed }) => listed)]
    return [...found.flatMap((each) => measuresOf(each, alone, before)), lostRequests('lists and streams that failed', lists, lost)]
  } finally {
    await Promise.all([holder.stop(), asker.stop()])
    await product.stop()
  }
}
