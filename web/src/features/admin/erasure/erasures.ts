import { cancelErasure, ERASURE_PAGE_MAX, erasePersonEverywhere, listErasures } from '@app/contracts/http/erasure.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../../shared/api/all-pages.ts'
import { adminCall, adminCallPage } from '../../../shared/api/call.ts'

/** Type of the notifications about erasures. */
export const ERASURE_CHANGED = 'company.erasure-changed.v1'

/** The first part of the query keys of erasures. */
export const ERASURES = 'erasures'

/** The erasures of companies, newest first. With a company, only those of this company. */
export const useErasures = (pages: number, companyProfileId?: string) =>
  useQuery({
    queryKey: [ERASURES, companyProfileId, pages],
    queryFn: ({ signal }) =>
      allPages((cursor) => adminCallPage(listErasures, { query: { limit: ERASURE_PAGE_MAX, cursor, companyProfileId }, signal }), pages),
    placeholderData: (shown) => shown,
  })

/** Returns a function that cancels an erasure. */
export function useCancelErasure() {
  const queryClient = useQueryClient()
  return async (id: string, reason: string): Promise<{ message: string }> => {
    const reply = await adminCall(cancelErasure, { params: { id }, body: { reason } })
    await queryClient.invalidateQueries({ queryKey: [ERASURES] })
    return reply
  }
}

export const erasePerson = (body: { email: string; reason: string }) => adminCall(erasePersonEverywhere, { body })
