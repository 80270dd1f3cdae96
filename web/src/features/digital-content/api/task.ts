import { getTask, type Task } from '@app/contracts/http/tasks.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

const keyOf = (taskId: number) => ['tasks', 'one', taskId]

/** One whole task by its number, kept fresh with the lists. */
export const useTask = (taskId: number) =>
  useQuery({
    queryKey: keyOf(taskId),
    queryFn: ({ signal }) => call(getTask, { params: { id: String(taskId) }, signal }),
    staleTime: 0,
  })

/** Keeps what the server answered for a task, ahead of the next load. */
export const keepTask = (queryClient: QueryClient, task: Task): void => void queryClient.setQueryData(keyOf(task.taskId), task)
