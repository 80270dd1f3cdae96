import { listTasks, type Task } from '@app/contracts/http/tasks.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { useTasksUpdated } from '../../../shared/task/tasks-updated.ts'

const TASKS = 'tasks'

const tasksQuery = (companyProfileId: string) =>
  queryOptions({
    queryKey: [TASKS, companyProfileId],
    queryFn: async ({ signal }): Promise<Task[]> => {
      const tasks = await call(listTasks, { params: { companyProfileId }, signal })
      if (!Array.isArray(tasks)) throw new Error('Invalid data received from server')
      return tasks
    },
  })

/** The company's tasks, loaded again whenever tasks were updated. */
export function useTasks(companyProfileId: string) {
  const queryClient = useQueryClient()
  useTasksUpdated(() => queryClient.invalidateQueries({ queryKey: [TASKS] }))
  return useQuery(tasksQuery(companyProfileId))
}
