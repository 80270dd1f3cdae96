import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { isStatus, unlessOffline } from '../../../shared/api/api-error.ts'
import { CampaignFacts } from '../../../shared/campaign/CampaignFacts.tsx'
import { CampaignStateBadge } from '../../../shared/campaign/CampaignStateBadge.tsx'
import { CampaignSteps } from '../../../shared/campaign/CampaignSteps.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { focusHeading } from '../../../shared/ui/focus.ts'
import { notify } from '../../../shared/ui/notify.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { ErrorState, Skeleton, StaleNotice } from '../../../shared/ui/stand-ins.tsx'
import { useCampaign } from '../api.ts'
import styles from './CampaignPage.module.css'

interface CampaignPageProps {
  id: string
  onClose: () => void
  /** There is no such campaign. */
  onMissing: () => void
}

/** One campaign in the place of the list. */
export default function CampaignPage({ id, onClose, onMissing }: CampaignPageProps) {
  const campaign = useCampaign(id)
  const isMissing = isStatus(campaign.error, 404) || isStatus(campaign.error, 400)

  const sayMissing = useEffectEvent(() => {
    notify.error('Campaign not found')
    onMissing()
  })
  useEffect(() => {
    if (isMissing) sayMissing()
  }, [isMissing])

  return (
    <div className={styles.page}>
      <Button tone="quiet" size="small" className={styles.back} icon={<ArrowLeft aria-hidden="true" />} onClick={onClose}>
        All campaigns
      </Button>
      <StaleNotice query={campaign} />
      {campaign.isPending && <Skeleton shape="block" />}
      {campaign.isLoadingError && !isMissing && (
        <ErrorState
          message={unlessOffline(campaign.error, 'This campaign could not be loaded.')}
          busy={campaign.isFetching}
          onRetry={() => void campaign.refetch()}
        />
      )}
      {campaign.data && <Opened campaign={campaign.data} />}
    </div>
  )
}

function Opened({ campaign }: { campaign: CampaignDetail }) {
  return (
    <>
      <Head campaign={campaign} />
      <CampaignFacts campaign={campaign} />
      <Section title="Steps">
        <CampaignSteps campaign={campaign} />
      </Section>
    </>
  )
}

/** Read out once it stands there. */
function Head({ campaign: { name, state }, children }: { campaign: CampaignDetail; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (heading.current) focusHeading(heading.current)
  }, [])
  return (
    <header className={styles.head}>
      <h1 ref={heading} className={styles.name}>
        {name}
      </h1>
      <CampaignStateBadge state={state} />
      {children}
    </header>
  )
}
