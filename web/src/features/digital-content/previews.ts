import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { callPage } from '../../shared/api/call.ts'
import { useGrowingList } from '../../shared/api/use-growing-list.ts'
import { TASKS } from './api.ts'

const STEP = 10
/** The maximum of the route. */
const MOST = 50

/**
 * Loads the versions of the task's preview that are not newer than the task, newest first. Each number of the current version has its own
 * query, so a delivery does not replace the version that the owner sees. `current` is undefined if the task has no preview, or if its
 * preview was not converted to a version yet.
 */
export function useTaskPreviews({ _id, previewNo }: Task) {
  const { query, items, ...growth } = useGrowingList<Preview>({
    queryKey: [TASKS, 'previews', _id, previewNo],
    load: ({ limit, cursor, signal }) => callPage(listPreviews, { params: { id: _id }, query: { limit, cursor }, signal }),
    keyOf: (preview) => preview._id,
    step: STEP,
    most: MOST,
    enabled: previewNo !== null,
  })
  const versions = (items ?? []).filter(({ number }) => number !== null && previewNo !== null && number <= previewNo)
  const current = versions.find(({ number }) => number === previewNo)
  // A list without the current version is the placeholder of the previous query. Only a task without versions has no current version.
  const isOutdated = versions.length > 0 && !current
  const state: 'loading' | 'failed' | 'loaded' =
    current || previewNo === null || (query.isSuccess && !query.isPlaceholderData && !isOutdated)
      ? 'loaded'
      : query.isError || (isOutdated && !query.isFetching)
        ? 'failed'
        : 'loading'
  return {
    state,
    current,
    earlier: versions.filter((version) => version !== current),
    growth,
    reload: query.refetch,
    isReloading: query.isFetching,
  }
}

export type TaskPreviews = ReturnType<typeof useTaskPreviews>
