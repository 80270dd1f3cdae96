import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { isStatus, unlessOffline } from '../../shared/api/api-error.ts'
import type { call } from '../../shared/api/call.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { ErrorState, Skeleton, StaleNotice } from '../../shared/ui/states.tsx'
import { campaignQuery } from './campaign-query.ts'

interface LoadedCampaignProps {
  id: string
  ask: typeof call
  /** Called if the campaign does not exist, after an error message was shown. */
  onMissing: () => void
  children: (campaign: CampaignDetail) => ReactNode
}

/** Loads a campaign for its children. Shows a placeholder while loading, and errors with a retry button. */
export function LoadedCampaign({ id, ask, onMissing, children }: LoadedCampaignProps) {
  const campaign = useQuery(campaignQuery(id, ask))
  const isMissing = isStatus(campaign.error, 404) || isStatus(campaign.error, 400)

  const sayMissing = useEffectEvent(() => {
    notify.error('Campaign not found')
    onMissing()
  })
  useEffect(() => {
    if (isMissing) sayMissing()
  }, [isMissing])

  return (
    <>
      <StaleNotice query={campaign} />
      {campaign.isPending && <Skeleton shape="block" />}
      {campaign.isLoadingError && !isMissing && (
        <ErrorState
          message={unlessOffline(campaign.error, 'We couldn’t load this campaign.')}
          busy={campaign.isFetching}
          onRetry={() => void campaign.refetch()}
        />
      )}
      {campaign.data && children(campaign.data)}
    </>
  )
}
