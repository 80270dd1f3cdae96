import { CAMPAIGN_PAGE_MAX, listAllCampaigns } from '@app/contracts/http/campaigns.ts'
import { releaseSuspension, type Suspension, suspendSending } from '@app/contracts/http/suspensions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shared/api/api-error.ts'
import { adminCall, adminCallPage } from '../../../shared/api/call.ts'
import { toast } from '../../../shared/ui/notify.tsx'

/** First part of the query keys. When an event arrives whose type begins with this word, `AdminDashboardPage` invalidates the queries. */
const CAMPAIGNS = 'campaigns'
export const useAllCampaigns = (search: string | undefined, pages: number) =>
  useQuery({
    queryKey: [CAMPAIGNS, 'all', search, pages],
    async queryFn({ signal }) {
      let cursor: string | undefined
      const data = []
      for (let page = 0; page < pages; page += 1) {
        const { reply, next } = await adminCallPage(listAllCampaigns, { query: { search, limit: CAMPAIGN_PAGE_MAX, cursor }, signal })
        data.push(...reply.data)
        cursor = next
        if (!next || page === pages - 1) return { data, suspensions: reply.suspensions, isWhole: !next }
      }
      throw new RangeError('The number of pages must be at least 1')
    },
    placeholderData: (shown) => shown,
  })

/** `id` is the id of the company or campaign. It is not set for the scope `all`. */
export interface SuspensionTarget {
  scope: Suspension['scope']
  id?: string
}

export const targetOf = ({ scope, id }: { scope: Suspension['scope']; id: string | null }): SuspensionTarget =>
  id ? { scope, id } : { scope }

/** Returns a function that suspends sending for a target. It throws an `ApiError` if the request fails. */
export function useSuspendSending() {
  const queryClient = useQueryClient()
  return async (target: SuspensionTarget, reason: string): Promise<void> => {
    const { message } = await adminCall(suspendSending, { body: { ...target, reason } })
    toast.success(message)
    void queryClient.invalidateQueries({ queryKey: [CAMPAIGNS] })
  }
}

export function useReleaseSuspension() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (target: SuspensionTarget) => adminCall(releaseSuspension, { body: target }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.failed(messageOf(error, 'We couldn’t resume sending. Please try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [CAMPAIGNS] }),
  })
}
