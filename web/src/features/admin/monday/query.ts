import { getMonday } from '@app/contracts/http/monday.ts'
import { useQuery } from '@tanstack/react-query'
import { adminCall } from '../../../shared/api/call.ts'
import { MONDAY } from '../board/queries.ts'
import type { Manager } from '../board/use-manager.ts'

/** No event is published when a recipient opens a link, so the lists are reloaded in this interval while the window is visible. */
const RELOADED_EVERY_MS = 60_000

/** Loads the lists of the first screen, of the companies that `manager` selects. */
export const useMonday = (manager: Manager) =>
  useQuery({
    queryKey: [...MONDAY, manager],
    queryFn: ({ signal }) => adminCall(getMonday, { query: { manager }, signal }),
    staleTime: 0,
    refetchInterval: RELOADED_EVERY_MS,
  })
