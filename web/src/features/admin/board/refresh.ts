import { getBoardCompany, getBoardTask } from '@app/contracts/http/board.ts'
import { isStatus } from '../../../shared/api/api-error.ts'
import { batch } from '../../../shared/api/batch.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { CARDS_AT_ONCE, COMPANY_LISTS, companyQuery, countsQuery, TASK_LISTS, taskQuery } from './queries.ts'
import { cacheCompany, cacheTask, removeCachedCompany, removeCachedTask } from './query-cache.ts'

export { cacheTask }

/** More of them are loaded sooner as a page than by name. */
const NAMED_MAX = 10
/** What happens within a second is counted once. */
const COUNTED_EVERY_MS = 1_000

type Key = readonly unknown[]

const isShown = (queryKey: Key): boolean => queryClient.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0

/** What is shown is loaded again; the rest is when it is opened. */
const reload = (queryKey: Key): Promise<void> => queryClient.invalidateQueries({ queryKey })

interface Kind<Name> {
  /** Where its lists are kept. */
  lists: Key
  /** Where one of it is kept whole, for its panel. */
  panelOf: (name: Name) => Key
  /** Asks for one of it, and puts it where it is shown. */
  ask: (name: Name) => Promise<void>
}

/**
 * Asks for what is named, if somebody sees it. The lists that are shown are loaded again instead where that is less, or where
 * they are being loaded: such an answer may be from before.
 */
async function refreshNamed<Name>({ lists, panelOf, ask }: Kind<Name>, names: ReadonlySet<Name>): Promise<void> {
  const seen = [...names].filter((name) => isShown(lists) || isShown(panelOf(name)))
  if (seen.length > NAMED_MAX || queryClient.isFetching({ queryKey: lists }) > 0) {
    await Promise.all([lists, ...seen.map(panelOf)].map(reload))
  } else {
    await Promise.all(seen.map(ask)).catch(() => reload(lists))
  }
}

const tasks: Kind<number> = {
  lists: TASK_LISTS,
  panelOf: (taskId) => taskQuery(String(taskId)).queryKey,
  async ask(taskId) {
    try {
      const { task, companyName } = await adminCall(getBoardTask, { params: { id: String(taskId) } })
      cacheTask(task, companyName)
    } catch (error) {
      if (!isStatus(error, 404)) throw error
      removeCachedTask(taskId)
      // Which is told there that it is gone.
      await reload(tasks.panelOf(taskId))
    }
  },
}

const companies: Kind<string> = {
  lists: COMPANY_LISTS,
  panelOf: (companyProfileId) => companyQuery(companyProfileId).queryKey,
  async ask(companyProfileId) {
    try {
      const { company, line } = await adminCall(getBoardCompany, { params: { companyProfileId }, query: { cards: CARDS_AT_ONCE } })
      cacheCompany(company, line)
    } catch (error) {
      if (!isStatus(error, 404)) throw error
      removeCachedCompany(companyProfileId)
      await reload(companies.panelOf(companyProfileId))
    }
  },
}

const refreshTask = batch<number>((names) => refreshNamed(tasks, names))
const refreshCompany = batch<string>((names) => refreshNamed(companies, names))
const countAgain = batch<void>(() => reload(countsQuery.queryKey), COUNTED_EVERY_MS)

/** Loads a changed company, its task and the counts again, if the screen shows them. */
export function refreshChanged(companyProfileId: string, taskId: number | null): void {
  if (taskId) refreshTask(taskId)
  refreshCompany(companyProfileId)
  countAgain()
}

/** Drops a removed task from the lists, and loads its company and the counts again. An open panel shows that the task is gone. */
export function removeTask(companyProfileId: string, taskId: number): void {
  // The response of a request in progress may still contain the task.
  if (queryClient.isFetching({ queryKey: TASK_LISTS }) > 0) void reload(TASK_LISTS)
  removeCachedTask(taskId)
  void reload(tasks.panelOf(taskId))
  refreshCompany(companyProfileId)
  countAgain()
}
