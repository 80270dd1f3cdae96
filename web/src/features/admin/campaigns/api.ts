import { type Brake, putBrake, releaseBrake } from '@app/contracts/http/brakes.ts'
import { CAMPAIGN_PAGE_MAX, listAllCampaigns } from '@app/contracts/http/campaigns.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shared/api/api-error.ts'
import { adminCall, adminCallPage } from '../../../shared/api/call.ts'
import { toast } from '../toasts.ts'

/** By the name of the service, whose events have the dashboard load it again. */
const CAMPAIGNS = 'campaigns'
/** Campaigns of all companies in so many pages, and the brakes that are on. */
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
        if (!next || page === pages - 1) return { data, brakes: reply.brakes, isWhole: !next }
      }
      throw new RangeError('There is at least one page')
    },
    placeholderData: (shown) => shown,
  })

/** What a brake stops: all companies, one, or one campaign. */
export interface BrakeTarget {
  scope: Brake['scope']
  id?: string
}

export const targetOf = ({ scope, id }: { scope: Brake['scope']; id: string | null }): BrakeTarget => (id ? { scope, id } : { scope })

/** For a form: stops all sending of the target. */
export function usePutBrake() {
  const queryClient = useQueryClient()
  return async (target: BrakeTarget, reason: string): Promise<void> => {
    const { message } = await adminCall(putBrake, { body: { ...target, reason } })
    toast.success(message)
    void queryClient.invalidateQueries({ queryKey: [CAMPAIGNS] })
  }
}

export function useReleaseBrake() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (target: BrakeTarget) => adminCall(releaseBrake, { body: target }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.failed(messageOf(error, 'The brake could not be released. Try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [CAMPAIGNS] }),
  })
}
