import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { type CustomerList, listCustomers, type SheetWrite } from '@app/contracts/http/customers.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, isStatus } from '../../shared/api/api-error.ts'
import { callUnlessKnown } from '../../shared/api/call.ts'
import { shouldRetry } from '../../shared/api/query-client.tsx'
import { toast } from './toasts.ts'

/** Keys start with `crm-proxy`, so that events of that service invalidate the queries. Each spreadsheet URL (`gsapi`) has its own key. */
const keyOf = ({ _id, gsapi }: CompanyProfile) => ['crm-proxy', _id, gsapi]

/** While a change is pending, the list is reloaded after this time. The interval doubles with each reload, up to the maximum below. */
const FIRST_POLL_MS = 2_000
const MAX_POLL_MS = 30_000

const NEWS_RETRIES = 2

interface Copy {
  list: CustomerList
  /** ETag of the response. It is removed when the browser changes the cached list. */
  tag?: string
  /** Number of reloads since the browser last changed the cached list. */
  polls: number
}

export const LOAD_FAILURE = 'Failed to load customer data'

async function loadList(known: Copy | undefined, fresh: true | undefined, signal: AbortSignal): Promise<Copy> {
  const { reply, header } = await callUnlessKnown(listCustomers, { query: { fresh }, signal, knownTag: known?.tag })
  const polls = known ? known.polls + 1 : 0
  const tag = header('etag') ?? undefined
  if (reply) return { list: reply, tag, polls }
  if (!known) throw new ApiError(304)
  return { list: { ...known.list, asOf: header('as-of') ?? known.list.asOf }, tag, polls }
}

const isPending = ({ list }: Copy): boolean => list.writes.some(({ state }) => state === 'pending')

/** The list is polled until all pending changes are written to the spreadsheet. */
export function useCustomers(profile: CompanyProfile) {
  const fresh = useRef<true>(undefined)
  const [isRefreshing, setRefreshing] = useState(false)
  const query = useQuery({
    queryKey: keyOf(profile),
    queryFn: ({ client, queryKey, signal }) => loadList(client.getQueryData(queryKey), fresh.current, signal),
    enabled: profile.gsapi !== '',
    // After a 409, the request is retried a few times, because the service may not know a new spreadsheet URL yet. A 502 means that the
    // spreadsheet did not respond. A retry would only make the owner wait longer.
    retry: (failures, error) => (isStatus(error, 409) ? failures < NEWS_RETRIES : !isStatus(error, 502) && shouldRetry(failures, error)),
    // Structural sharing would compare up to 20,000 rows with the previous response, which is slow.
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isPending(data) && Math.min(FIRST_POLL_MS * 2 ** data.polls, MAX_POLL_MS),
  })

  /** Reloads the list. The service then reads the spreadsheet again and does not use its cached copy. */
  async function refresh(): Promise<void> {
    fresh.current = true
    setRefreshing(true)
    const { error } = await query.refetch()
    fresh.current = undefined
    setRefreshing(false)
    if (error) toast.failed(LOAD_FAILURE, error)
  }

  return { query, list: query.data?.list, refresh, isRefreshing }
}

/** Changes `writes`, the unfinished changes in the cached list. Cancels a request in progress, because its response may be older. */
function changeWrites(queryClient: QueryClient, profile: CompanyProfile, change: (writes: SheetWrite[]) => SheetWrite[]): void {
  const queryKey = keyOf(profile)
  const copy = queryClient.getQueryData<Copy>(queryKey)
  if (!copy) return void queryClient.invalidateQueries({ queryKey })
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<Copy>(queryKey, { list: { ...copy.list, writes: change(copy.list.writes) }, polls: 0 })
}

/**
 * `keep` adds an accepted change to the cached list. If an earlier change of the same row was rejected or in conflict, the new change
 * replaces it.
 */
export function useWrites(profile: CompanyProfile) {
  const queryClient = useQueryClient()
  const keep = (write: SheetWrite): void =>
    changeWrites(queryClient, profile, (writes) => [...writes.filter((one) => !isReplaced(one, write)), write])
  const forget = ({ id }: SheetWrite): void => changeWrites(queryClient, profile, (writes) => writes.filter((one) => one.id !== id))
  const reload = (): void => void queryClient.invalidateQueries({ queryKey: keyOf(profile) })
  return { keep, forget, reload }
}

const isReplaced = (earlier: SheetWrite, write: SheetWrite): boolean =>
  earlier.id === write.id || (write.kind === 'update' && earlier.customerId === write.customerId && waitsForOwner(earlier))

/** Whether the owner must decide about a failed or conflicting change of the spreadsheet. */
export const waitsForOwner = ({ state }: SheetWrite): boolean => state === 'conflict' || state === 'refused'
