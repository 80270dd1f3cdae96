import type { Task } from '@app/contracts/http/tasks.ts'
import { create } from 'zustand'

/** The ids of the tasks that the owner approved last, in this tab. */
export const useJustApproved = create<{ ids: readonly Task['_id'][] }>(() => ({ ids: [] }))

export const noteApproved = (tasks: readonly Task[]): void => useJustApproved.setState({ ids: tasks.map(({ _id }) => _id) })
