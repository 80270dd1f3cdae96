import { BRIEF_PAGE_MAX, type BriefState, listBriefHistory } from '@app/contracts/http/task-changes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { adminCallPage, callPage } from '../../../shared/api/call.ts'
import { useGrowingList } from '../../../shared/api/use-growing-list.ts'
import type { Caller } from '../../../shared/stores/session.ts'

const STEP = 10

const calls = { owner: callPage, admin: adminCallPage } satisfies Record<Caller, unknown>

/** The states of the brief of a task, newest first. They are loaded again when the brief has changed. */
export const useBriefHistory = (caller: Caller, { _id: id, briefVersion }: Task) =>
  useGrowingList<BriefState>({
    queryKey: ['brief', caller, id, briefVersion],
    load: ({ signal, ...page }) => calls[caller](listBriefHistory, { params: { id }, query: page, signal }),
    keyOf: ({ number }) => String(number),
    step: STEP,
    most: BRIEF_PAGE_MAX,
  })

/** One state of a brief. A state never changes. */
export const useBriefState = (caller: Caller, id: string, number: number, enabled: boolean) =>
  useQuery({
    queryKey: ['brief', caller, id, 'state', number],
    queryFn: async ({ signal }) => (await calls[caller](listBriefHistory, { params: { id }, query: { number }, signal })).reply[0] ?? null,
    enabled,
  })
