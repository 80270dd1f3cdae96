import { getTask } from '@app/contracts/http/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

/** One whole task, kept fresh with the lists. */
export const useTask = (id: string) =>
  useQuery({ queryKey: ['tasks', 'one', id], queryFn: ({ signal }) => call(getTask, { params: { id }, signal }), staleTime: 0 })
