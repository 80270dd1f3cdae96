import { BOARD_TASKS_MAX } from '@app/contracts/http/board.ts'
import { listWaitingPreviews, type PreviewEmailState, type WaitingPreview } from '@app/contracts/http/waiting.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { adminCallPage } from '../../../shared/api/call.ts'
import { useGrowingList } from '../../../shared/api/use-growing-list.ts'
import { WAITING_LISTS } from '../board/queries.ts'
import type { Manager } from '../board/use-manager.ts'

/** Number of previews that are loaded at first, and with each press on the button for more. */
const AT_ONCE = 60
/** No event is published when a recipient opens a link, so the list is reloaded in this interval. */
const RELOADED_EVERY_MS = 60_000

interface Filter {
  reach: PreviewEmailState | undefined
  manager: Manager
  search: string | undefined
}

/** Loads the waiting previews page by page. Reloads the list every minute while the window is visible. */
export function useWaiting(filter: Filter) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void queryClient.invalidateQueries({ queryKey: WAITING_LISTS })
    }, RELOADED_EVERY_MS)
    return () => clearInterval(timer)
  }, [queryClient])

  return useGrowingList<WaitingPreview>({
    queryKey: [...WAITING_LISTS, filter],
    load: ({ signal, ...page }) => adminCallPage(listWaitingPreviews, { query: { ...filter, ...page }, signal }),
    keyOf: ({ _id }) => _id,
    step: AT_ONCE,
    most: BOARD_TASKS_MAX,
  })
}
