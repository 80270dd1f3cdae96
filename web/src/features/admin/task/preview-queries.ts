import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { adminCallPage } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { useGrowingList } from '../../../shared/api/use-growing-list.ts'
import { BOARD, companyQuery } from '../board/queries.ts'

const AT_ONCE = 5
const MOST = 50

const previewsKey = (taskId: string) => [BOARD, 'previews', taskId] as const

/** Loads the previews of a task, newest first. They are reloaded when the task changes, for example after a delivery by another admin. */
export function usePreviews({ _id, version }: Task) {
  const { query, items, ...growth } = useGrowingList<Preview>({
    queryKey: [...previewsKey(_id), version],
    load: ({ signal, ...page }) => adminCallPage(listPreviews, { params: { id: _id }, query: page, signal }),
    keyOf: (preview) => preview._id,
    step: AT_ONCE,
    most: MOST,
  })
  return {
    query,
    growth,
    draft: items?.find(({ state }) => state === 'draft'),
    delivered: items?.filter(({ state }) => state === 'delivered') ?? [],
    /** Also the withdrawn ones, which only the team sees. */
    numbered: items?.filter(({ state }) => state !== 'draft') ?? [],
  }
}

/** Reloads the previews of a task. This is needed for drafts: a change of a draft does not change the task, so no event causes a reload. */
export const reloadPreviews = (taskId: string): Promise<void> => queryClient.invalidateQueries({ queryKey: previewsKey(taskId) })

/**
 * Returns whether a second admin must check each preview of the company before its delivery. Returns false until the company is loaded.
 * A wrong value cannot cause a delivery without a check, because the server rejects such a delivery (409).
 */
export const useRequiresCheck = (companyProfileId: string): boolean => useQuery(companyQuery(companyProfileId)).data?.requiresCheck ?? false
