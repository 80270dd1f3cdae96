import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addAdmins } from './admin-tokens.ts'
import { unlessInterrupted } from './interruption.ts'
import { lostRequests } from './load-ratio.ts'
import type { Open } from './open.ts'
import { newOwner, until } from './owner.ts'
import { cpuTime, openFiles, settledMegabytes } from './process-usage.ts'
import { type SeparateProcesses, startInProcesses } from './product.ts'
import { listed, type Measure, median, percentile, say } from './report.ts'
import { type Servers, startServers } from './servers.ts'
import { startWorker } from './worker.ts'
import type { Paced } from './workers/http-load.ts'

const COUNTS = [300, 2_000]
/** Maximum number of streams per user. */
const STREAMS_EACH = 5
const ADDRESSES = 20
/** The gateway has closed all streams when it has fewer open files than this. */
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

const programs = ['gateway', 'notifications']

/** Results with `count` open streams, one array item per turn. */
interface Found {
  count: number
  listed: Paced[]
  /** CPU time of one event that is sent to all streams, in milliseconds. */
  events: number[]
  /** Resident memory of `programs` in MB in the first turn. In later turns, the processes still have memory from earlier turns. */
  memory: number[]
}

/** Opens live streams of admins at several IP addresses. */
async function streamOpener(servers: Servers, { url, pidOf }: SeparateProcesses) {
  const tokens = await addAdmins(servers, url, Math.max(...COUNTS) / STREAMS_EACH)
  const subscribers = tokens.flatMap((token, index) => Array(STREAMS_EACH).fill({ token, address: `203.0.113.${index % ADDRESSES}` }))
  const start = () => startWorker<typeof import('./workers/streams.ts')>('streams.ts')
  let holder = await start()
  return {
    count: () => holder.call('countStreams'),
    async openUpTo(count: number) {
      const { open } = await holder.call('countStreams')
      await holder.call('openStreams', url, subscribers.slice(open, count))
    },
    async closeAll() {
      await holder.stop()
      await until('the gateway has closed all streams', async () => (await openFiles(pidOf('gateway'))) < SPARE_FILES)
      holder = await start()
    },
    stop: () => holder.stop(),
  }
}

function measuresOf({ count, listed: lists, events, memory }: Found, alone: readonly Paced[], before: readonly number[]): Measure[] {
  /** For each turn, divides a percentile of the durations with streams by that without streams, directly before and after the turn. */
  const slowdown = (share: number): Measure => {
    const timeOf = (...paced: Paced[]) =>
      percentile(
        paced.flatMap(({ milliseconds }) => milliseconds),
        share,
      )
    const turns = lists.map((paced, turn) => ({ busy: timeOf(paced), free: timeOf(...alone.slice(turn, turn + 2)) }))
    const times = turns.map(({ busy, free }) => `${busy.toFixed(1)} vs. ${free.toFixed(1)}`)
    const measured = median(turns.map(({ busy, free }) => busy / free))
    const detail = `median of ${times.join(', ')} ms; ${PER_SECOND} a second`
    return { what: `list with ${count} open streams, p${share * 100}, ratio to without`, measured, unit: 'x', below: 1.5, detail }
  }
  const cpu = { measured: median(events), detail: `median of ${listed(events, 1)} ms` }
  return [
    slowdown(0.5),
    slowdown(0.99),
    { what: `CPU time of an event to ${count} streams`, ...cpu, unit: 'ms', below: 40 },
    ...programs.map((name, at): Measure => {
      const [without, withStreams] = [before[at] ?? Number.NaN, memory[at] ?? Number.NaN]
      const detail = `${without.toFixed(0)} MB without and ${withStreams.toFixed(0)} MB with them`
      const measured = ((withStreams - without) * 1024) / count
      return { what: `memory per stream with ${count} streams, in ${name}`, measured, unit: 'kB', below: 40, detail }
    }),
  ]
}

/** Measures open live streams of admins through the gateway: their effect on a list, and their CPU time and memory. */
export async function benchStreams(open: Open): Promise<Measure[]> {
  const servers = await startServers(open)
  const settings = { TRUSTED_PROXIES: '127.0.0.1', NODE_OPTIONS: `--expose-gc --import=${COLLECTING}` }
  const product = await open(startInProcesses(servers, settings))
  const { tasksUrl, headers } = await newOwner(product.url, servers.database, TASKS)
  const generator = await open(startWorker<typeof import('./workers/http-load.ts')>('http-load.ts'))
  const streams = await open(streamOpener(servers, product))
  const list = (seconds: number) => generator.call('getAtRate', { urls: [tasksUrl], headers }, PER_SECOND, seconds)
  const memory = () => Promise.all(programs.map((name) => settledMegabytes(product.pidOf(name))))
  const notifyAll = async (count: number) => {
    const received = (await streams.count()).received + EVENTS * count
    for (let event = 0; event < EVENTS; event++) {
      await servers.database.query(NOTIFY_ADMINS)
      await unlessInterrupted(sleep(1_000 / EVENTS_A_SECOND))
    }
    await until('all streams have received the events', async () => (await streams.count()).received >= received)
  }
  /** Returns the CPU time of `work` of all programs in milliseconds, and the duration. */
  const cpuDuring = async (work: () => Promise<unknown>) => {
    const [before, begun] = [await cpuTime(product.pids), performance.now()]
    await work()
    return { cpu: (await cpuTime(product.pids)) - before, ms: performance.now() - begun }
  }
  /** Returns the CPU time of an event, without the CPU time that the programs need at rest. */
  const eventTo = async (count: number): Promise<number> => {
    const rest = await cpuDuring(() => unlessInterrupted(sleep(REST_MS)))
    const busy = await cpuDuring(() => notifyAll(count))
    return (busy.cpu - (rest.cpu * busy.ms) / rest.ms) / EVENTS
  }

  // The processes load and compile code for the first streams, so events of these streams are not measured.
  await streams.openUpTo(STREAMS_EACH)
  await notifyAll(STREAMS_EACH)
  await streams.closeAll()
  await list(WARM_UP_SECONDS)
  say('Listing 100 tasks at a steady rate')
  const alone = [await list(QUIET_SECONDS)]
  const before = await memory()
  const found = COUNTS.map((count): Found => ({ count, listed: [], events: [], memory: before }))
  let lost = 0
  for (let turn = 1; turn <= TURNS; turn++) {
    for (const each of found) {
      const { count } = each
      say(`Listing 100 tasks with ${count} open streams, turn ${turn} of ${TURNS}`)
      await streams.openUpTo(count)
      if (turn === 1) each.memory = await memory()
      each.events.push(await eventTo(count))
      each.listed.push(await list(LIST_SECONDS))
      lost += count - (await streams.count()).open
    }
    await streams.closeAll()
    alone.push(await list(QUIET_SECONDS))
  }
  const lists = [...alone, ...found.flatMap((each) => each.listed)]
  return [...found.flatMap((each) => measuresOf(each, alone, before)), lostRequests('lists and streams that failed', lists, lost)]
}
