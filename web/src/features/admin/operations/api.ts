import type { ServiceName } from '@app/contracts/define.ts'
import { FOUND_MAIL_PAGE_MAX, searchCampaignMails, searchNotificationMails } from '@app/contracts/http/mail-search.ts'
import * as contract from '@app/contracts/http/operations.ts'
import { countWebErrors } from '@app/contracts/http/web-errors.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../../shared/api/all-pages.ts'
import { messageOf } from '../../../shared/api/api-error.ts'
import { adminCall, adminCallPage } from '../../../shared/api/call.ts'
import { toast } from '../../../shared/ui/notify.tsx'

/** First part of the query keys of the tab Operations. */
export const OPERATIONS = 'operations'
/** The queries refetch at this interval while the tab is open. */
const REFRESH_MS = 15_000
/** Timeout of a request to a service. After this time, the service counts as not responding. */
const TIMEOUT_MS = 6_000

export const inTime = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])

export const useWebErrorCounts = () =>
  useQuery({
    queryKey: [OPERATIONS, 'web-errors'],
    queryFn: ({ signal }) => adminCall(countWebErrors, { signal: inTime(signal) }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    retry: false,
  })

export const useDeadLetters = (service: ServiceName, pages: number) =>
  useQuery({
    queryKey: [OPERATIONS, service, 'letters', pages],
    queryFn: ({ signal }) =>
      allPages(
        (cursor) =>
          adminCallPage(contract.listDeadLetters, {
            params: { service },
            query: { limit: contract.DEAD_LETTER_PAGE_MAX, cursor },
            signal: inTime(signal),
          }),
        pages,
      ),
    placeholderData: (shown) => shown,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    retry: false,
  })

export const useDeadLetter = (service: ServiceName, id: string) =>
  useQuery({
    queryKey: [OPERATIONS, service, 'letter', id],
    queryFn: ({ signal }) => adminCall(contract.showDeadLetter, { params: { service, id }, signal: inTime(signal) }),
    retry: false,
  })

export const useAuditEntries = (service: ServiceName, pages: number) =>
  useQuery({
    queryKey: [OPERATIONS, service, 'acts', pages],
    queryFn: ({ signal }) =>
      allPages(
        (cursor) =>
          adminCallPage(contract.listAuditEntries, {
            params: { service },
            query: { limit: contract.AUDIT_PAGE_MAX, cursor },
            signal: inTime(signal),
          }),
        pages,
      ),
    placeholderData: (shown) => shown,
    staleTime: 0,
    retry: false,
  })

const searches = { notifications: searchNotificationMails, campaigns: searchCampaignMails } as const
export type MailLedger = keyof typeof searches

export const useMailsTo = (ledger: MailLedger, address: string, pages: number) =>
  useQuery({
    queryKey: [OPERATIONS, ledger, 'mails', address, pages],
    async queryFn({ signal }) {
      let keptDays = 0
      const found = await allPages(async (cursor) => {
        const query = { address, limit: FOUND_MAIL_PAGE_MAX, cursor }
        const { reply, next } = await adminCallPage(searches[ledger], { query, signal: inTime(signal) })
        keptDays = reply.keptDays
        return { reply: reply.mails, next }
      }, pages)
      return { ...found, keptDays }
    },
    placeholderData: (shown, before) => (before?.queryKey[3] === address ? shown : undefined),
    staleTime: 0,
    retry: false,
  })

/** Dead letters to replay: a single dead letter, or all dead letters of an event type. */
export type Replay = { id: string } | { type: string }

/** Shows an error if no event was affected, for example because another operator was faster. */
function showResult({ message, affected }: { message: string; affected: number }): void {
  if (affected > 0) toast.success(message)
  else toast.failed(message)
}

export function useReplay(service: ServiceName) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (replay: Replay) =>
      'id' in replay
        ? adminCall(contract.replayDeadLetter, { params: { service, id: replay.id } })
        : adminCall(contract.replayDeadLetters, { params: { service }, body: replay }),
    onSuccess: showResult,
    onError: (error) => toast.failed(messageOf(error, 'We couldn’t start the retry. Please try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [OPERATIONS, service] }),
  })
}

export function useDrop(service: ServiceName) {
  const queryClient = useQueryClient()
  return async (id: string, reason: string): Promise<void> => {
    showResult(await adminCall(contract.dropDeadLetter, { params: { service, id }, body: { reason } }))
    void queryClient.invalidateQueries({ queryKey: [OPERATIONS, service] })
  }
}
