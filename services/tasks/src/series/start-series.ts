import { startInterval } from '@app/chassis/time/start-interval.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import { createNextOccurrence, type OccurrenceDeps } from './add-occurrence.ts'
import { dueSeries } from './series.repository.ts'

const EVERY_MS = 5_000
const FIRST_MS = 3_000
const BATCH = 100

/**
 * Creates the tasks of all due occurrences. Returns the number of new tasks. If some tasks cannot be created, the function still creates
 * the others, and throws an `AggregateError` at the end.
 */
export async function createDueOccurrences(deps: OccurrenceDeps, signal: AbortSignal): Promise<number> {
  const tried = new Set<string>()
  const failures: Error[] = []
  let created = 0
  while (!signal.aborted) {
    const due = await dueSeries(deps.db, todayIn(deps.timeZone, deps.now()), BATCH + tried.size)
    const untried = due.filter((id) => !tried.has(id))
    if (untried.length === 0) break
    for (const id of untried) {
      if (signal.aborted) break
      tried.add(id)
      try {
        if (await createNextOccurrence(deps, id)) created += 1
      } catch (cause) {
        failures.push(new Error(`the next task of the series ${id} was not created`, { cause }))
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} series have no next task`)
  return created
}

/**
 * Starts a job that runs every 5 seconds in every replica. The job creates the tasks of due occurrences. Returns a function that stops the
 * job.
 */
export const startSeries = (deps: OccurrenceDeps): (() => Promise<void>) =>
  startInterval({
    ms: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'creating the next tasks of series',
    log: deps.log,
    async run(signal) {
      await createDueOccurrences(deps, signal)
    },
  })
