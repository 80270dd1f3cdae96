import { getMonday } from '@app/contracts/http/monday.ts'
import { useQuery } from '@tanstack/react-query'
import { adminCall } from '../../../shared/api/call.ts'
import type { CallInput } from '../../../shared/api/route-types.ts'
import { MONDAY } from '../board/queries.ts'

/** No event is published when a recipient opens a link, so the lists are reloaded in this interval while the window is visible. */
const RELOADED_EVERY_MS = 60_000

type Input = CallInput<typeof getMonday>

/**
 * Whether the route accepts `manager=me`, which selects the companies of the signed-in admin. The switch between "All" and "Mine" is shown
 * only then. The type follows from the contract, so this constant cannot disagree with it.
 */
export const hasManagers: (typeof getMonday)['schema'] extends { querystring: unknown } ? true : false = false

/** Loads the lists of the first screen. `manager` selects the companies of the signed-in admin; undefined selects all companies. */
export const useMonday = (manager: 'me' | undefined) =>
  useQuery({
    queryKey: [...MONDAY, manager],
    queryFn: ({ signal }) => adminCall(getMonday, { ...(manager && { query: { manager } }), signal } as Input),
    staleTime: 0,
    refetchInterval: RELOADED_EVERY_MS,
  })
