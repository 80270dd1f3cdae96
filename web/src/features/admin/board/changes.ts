import type { Task } from '@app/contracts/http/tasks.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { lazyFile } from '../../../shared/ui/lazy-part.tsx'
import { BOARD } from './queries.ts'

/** What puts changes into the lists comes in a bundle of its own, ahead of the first of them where there is time. */
export const changes = lazyFile(() => import('./refresh.ts'))

/** Puts what was answered about a task wherever the task is shown. */
export const keepTask = async (task: Task, companyName: string): Promise<void> => (await changes.load())?.keepTask(task, companyName)

/** Something happened to a company, or to a task of it: what is shown of that is asked for. Where it cannot be told apart all is loaded again. */
export async function changed(companyProfileId: string, taskId: number | null): Promise<void> {
  const file = await changes.load()
  if (file) file.changed(companyProfileId, taskId)
  else await queryClient.invalidateQueries({ queryKey: [BOARD] })
}
