import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { type CustomerList, listCustomers, type SheetWrite } from '@app/contracts/http/customers.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, isStatus } from '../../shared/api/api-error.ts'
import { callUnlessKnown } from '../../shared/api/call.ts'
import { shouldRetry } from '../../shared/api/query-client.tsx'
import { toast } from './toasts.ts'

/**
 * The list of a company is kept under the service's name, by whose events the portal has it loaded again; that of another
 * spreadsheet is another one.
 */
const keyOf = ({ _id, gsapi }: CompanyProfile) => ['crm-proxy', _id, gsapi]

/** What is pending is looked for after this, then after twice as long, and so on. */
const FIRST_LOOK_MS = 2_000
const LONGEST_LOOK_MS = 30_000

const NEWS_RETRIES = 2

interface Copy {
  list: CustomerList
  /** Of the answer that it came with; none once something was changed in it here. */
  tag?: string
  /** How often it has been asked for since something was changed in it here. */
  looks: number
}

export const LOAD_FAILURE = 'Failed to load customer data'

async function look(known: Copy | undefined, fresh: true | undefined, signal: AbortSignal): Promise<Copy> {
  const { reply, header } = await callUnlessKnown(listCustomers, { query: { fresh }, signal, knownTag: known?.tag })
  const looks = known ? known.looks + 1 : 0
  const tag = header('etag') ?? undefined
  if (reply) return { list: reply, tag, looks }
  if (!known) throw new ApiError(304)
  return { list: { ...known.list, asOf: header('as-of') ?? known.list.asOf }, tag, looks }
}

const isPending = ({ list }: Copy): boolean => list.writes.some(({ state }) => state === 'pending')

/** The company's customers: asked for again until what was changed stands in the spreadsheet. */
export function useCustomers(profile: CompanyProfile) {
  const fresh = useRef<true>(undefined)
  const [isRefreshing, setRefreshing] = useState(false)
  const query = useQuery({
    queryKey: keyOf(profile),
    queryFn: ({ client, queryKey, signal }) => look(client.getQueryData(queryKey), fresh.current, signal),
    enabled: profile.gsapi !== '',
    // Of an address that was just set the service may have to hear yet. That the spreadsheet itself did not answer is known for a
    // while: asking again makes its owner wait, and nothing else.
    retry: (failures, error) => (isStatus(error, 409) ? failures < NEWS_RETRIES : !isStatus(error, 502) && shouldRetry(failures, error)),
    // Twenty thousand rows are not held against each other to see whether one is the same.
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isPending(data) && Math.min(FIRST_LOOK_MS * 2 ** data.looks, LONGEST_LOOK_MS),
  })

  /** Has the spreadsheet itself read, not the copy of it. */
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

/** Changes what is kept of the list ahead of the next load. What a load under way brings may be older than that. */
function changeWrites(queryClient: QueryClient, profile: CompanyProfile, change: (writes: SheetWrite[]) => SheetWrite[]): void {
  const queryKey = keyOf(profile)
  const copy = queryClient.getQueryData<Copy>(queryKey)
  if (!copy) return void queryClient.invalidateQueries({ queryKey })
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<Copy>(queryKey, { list: { ...copy.list, writes: change(copy.list.writes) }, looks: 0 })
}

/** What was accepted is shown at once; in place of an earlier change of this row that came to nothing. */
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

/** It will not be written unless the owner does something. */
export const waitsForOwner = ({ state }: SheetWrite): boolean => state === 'conflict' || state === 'refused'
