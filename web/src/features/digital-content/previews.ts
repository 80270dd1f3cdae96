import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { callPage } from '../../shared/api/call.ts'
import { useGrowingList } from '../../shared/api/use-growing-list.ts'
import { TASKS } from './api.ts'

const STEP = 10
/** Maximum number of previews in one response of the route `listPreviews`. */
const MOST = 50

/**
 * Loads the versions of the preview up to the task's current version, newest first. The query key contains the number of this version, so
 * a delivery does not replace the version that the owner sees. `current` is undefined if the task has no preview.
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
  // After a change of `previewNo`, `items` are the versions of the previous query until the new query has loaded. These versions do not
  // include the current version, so they are outdated. An empty list does not count as outdated.
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
