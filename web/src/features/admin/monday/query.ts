import { getMonday } from '@app/contracts/http/monday.ts'
import { useQuery } from '@tanstack/react-query'
import { adminCall } from '../../../shared/api/call.ts'
import { MONDAY } from '../board/queries.ts'

/** No event is published when a recipient opens a link, so the lists are reloaded in this interval while the window is visible. */
const RELOADED_EVERY_MS = 60_000

/** Loads the lists of the first screen. `manager` selects the companies of the signed-in admin; undefined selects all companies. */
export const useMonday = (manager: 'me' | undefined) =>
  useQuery({
    queryKey: [...MONDAY, manager],
    queryFn: ({ signal }) => adminCall(getMonday, { query: manager ? { manager } : {}, signal }),
    staleTime: 0,
    refetchInterval: RELOADED_EVERY_MS,
  })
