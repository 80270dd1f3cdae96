import { createTask } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { startApart } from './apart.ts'
import type { Forms } from './forms-worker.ts'
import { ownerWithTasks } from './owner.ts'
import type { Parts } from './parts.ts'
import { smallPicture } from './pictures.ts'
import { processorTime } from './process-time.ts'
import { type Measure, median, say } from './report.ts'
import { startWorker } from './worker.ts'

const AT_ONCE = 4
const ROUNDS = 12
const WARM_UP = 300

/** Kinds of forms, and how many are sent in one round. With these counts, each kind takes about the same time. */
const counts = { without: 100, 'with 2 kB': 60, 'with 1 MB': 20 } as const
type Kind = keyof typeof counts

/** Returns the form fields of a recurring task. The number of these tasks is not limited: `MONTHLY_CAP` does not apply to them. */
export function recurringTask(companyProfileId: string): Record<string, string> {
  const recurrenceStartDate = addDays(todayIn(DEFAULT_TIMEZONE), 2)
  const recurrence = {
    isRecurring: 'true',
    recurrenceType: 'weekly',
    recurrenceStartDate,
    recurrenceEndDate: addDays(recurrenceStartDate, 30),
  }
  return { companyProfileId, title: 'Winter blend launch', tagline: 'One line that says it', platform_x: 'true', ...recurrence }
}

interface Round {
  perSecond: number
  /** CPU time per form, in milliseconds, by program. */
  processor: Record<string, number>
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]): number => sum(values) / values.length

/** Measures the CPU time of all programs for a new task: alternately without a picture, with a small picture and with a large picture. */
export async function benchForms(parts: Parts): Promise<Measure[]> {
  const product = await startApart(parts)
  const sender = startWorker('forms-worker.ts')
  try {
    const pictures = {
      without: undefined,
      'with 2 kB': { referenceImage: await smallPicture(parts, 2_000) },
      'with 1 MB': { referenceImage: await smallPicture(parts, 1_000_000) },
    }
    const { companyId, token } = await ownerWithTasks(product.url, parts.database, 0)
    const programs = { ...product.pids, store: parts.storePid }
    const processor = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(programs).map(async ([name, pid]) => [name, await processorTime([pid])] as const)),
      )
    const send = async (kind: Kind, count: number = counts[kind]): Promise<Round> => {
      const before = await processor()
      const { seconds } = await sender.ask<{ seconds: number }>({
        urls: [product.url + createTask.url],
        headers: { authorization: `Bearer ${token}` },
        fields: recurringTask(companyId),
        files: pictures[kind],
        count,
        atOnce: AT_ONCE,
      } satisfies Forms)
      const spent = Object.entries(await processor()).map(([name, after]) => [name, (after - (before[name] ?? 0)) / count] as const)
      return { perSecond: count / seconds, processor: Object.fromEntries(spent) }
    }

    say('Creating tasks with and without pictures')
    const order = Object.keys(counts) as Kind[]
    for (const kind of order) await send(kind, kind === 'with 1 MB' ? WARM_UP / 5 : WARM_UP)
    const rounds: Record<Kind, Round[]> = { without: [], 'with 2 kB': [], 'with 1 MB': [] }
    for (let round = 0; round < ROUNDS; round++) {
      // With a fixed order, the garbage of large pictures would always be collected while forms without pictures are measured.
      for (const kind of round % 2 === 0 ? order : order.toReversed()) rounds[kind].push(await send(kind))
    }

    const of = (kind: Kind, name: string) => mean(rounds[kind].map((round) => round.processor[name] ?? 0))
    const ofProduct = (kind: Kind) => mean(rounds[kind].map(({ processor: { store, ...own } }) => sum(Object.values(own))))
    const inWords = (kind: Kind) =>
      `${median(rounds[kind].map(({ perSecond }) => perSecond)).toFixed(0)}/s at ${ofProduct(kind).toFixed(2)} ms (gateway ${of(kind, 'gateway').toFixed(2)}, tasks ${of(kind, 'tasks').toFixed(2)}; the store ${of(kind, 'store').toFixed(2)})`
    const compared = (kind: Kind, below: number): Measure => ({
      what: `CPU time of creating a task ${kind}, ratio to without a picture`,
      measured: ofProduct(kind) / ofProduct('without'),
      unit: 'x',
      target: { below },
      detail: `${inWords(kind)} vs. ${inWords('without')}`,
    })
    return [compared('with 2 kB', 2), compared('with 1 MB', 6)]
  } finally {
    await sender.stop()
    await product.stop()
  }
}
