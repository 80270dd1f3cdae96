import type { Task } from '@app/contracts/http/tasks.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { lazyFile } from '../../../shared/ui/lazy-part.tsx'
import { BOARD, CALENDAR, COUNTS, MONDAY, TASK_LISTS, WAITING_LISTS } from './queries.ts'

/** The code that updates cached lists. It is loaded in the background, if possible before the first change. */
export const changes = lazyFile(() => import('./refresh.ts'))

export const cacheTask = async (task: Task, companyName: string): Promise<void> => (await changes.load())?.cacheTask(task, companyName)

/** Shows the new account manager of companies, and reloads the lists that depend on it. */
export async function cacheManager(companyIds: readonly string[], managerId: string | null): Promise<void> {
  const file = await changes.load()
  if (!file) return queryClient.invalidateQueries({ queryKey: [BOARD] })
  file.cacheManager(companyIds, managerId)
  for (const list of [TASK_LISTS, WAITING_LISTS, CALENDAR, MONDAY, COUNTS]) void queryClient.invalidateQueries({ queryKey: list })
}

/** Reloads a changed company and its task if they are on the screen. If `refresh.ts` cannot be loaded, reloads all lists. */
export async function refreshChanged(companyProfileId: string, taskId: number | null): Promise<void> {
  const file = await changes.load()
  if (file) file.refreshChanged(companyProfileId, taskId)
  else await queryClient.invalidateQueries({ queryKey: [BOARD] })
}

export async function removeTask(companyProfileId: string, taskId: number): Promise<void> {
  const file = await changes.load()
  if (file) file.removeTask(companyProfileId, taskId)
  else await queryClient.invalidateQueries({ queryKey: [BOARD] })
}
