import type { Task } from '@app/contracts/http/tasks.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { lazyFile } from '../../../shared/ui/lazy-part.tsx'
import { BOARD } from './queries.ts'

/** What puts changes into the lists comes in a bundle of its own, ahead of the first of them where there is time. */
export const changes = lazyFile(() => import('./refresh.ts'))

/** Updates a task in the query cache with the response of a call. */
export const cacheTask = async (task: Task, companyName: string): Promise<void> => (await changes.load())?.cacheTask(task, companyName)

/** Loads a changed company and its task again, if the screen shows them. Without the bundle, all lists are loaded again. */
export async function refreshChanged(companyProfileId: string, taskId: number | null): Promise<void> {
  const file = await changes.load()
  if (file) file.refreshChanged(companyProfileId, taskId)
  else await queryClient.invalidateQueries({ queryKey: [BOARD] })
}

/** Removes a task of a company from the screen. Without the bundle, all lists are loaded again. */
export async function removeTask(companyProfileId: string, taskId: number): Promise<void> {
  const file = await changes.load()
  if (file) file.removeTask(companyProfileId, taskId)
  else await queryClient.invalidateQueries({ queryKey: [BOARD] })
}
