import type { ListedCampaign } from '@app/contracts/http/campaigns.ts'
import { Mail } from 'lucide-react'
import { CampaignStateBadge, isStopped } from '../../domain/campaign/CampaignStateBadge.tsx'
import { SendTime } from '../../domain/campaign/SendTime.tsx'
import { Card } from '../../shared/ui/Card.tsx'
import { Link, type LinkProps } from '../../shared/ui/Link.tsx'
import styles from './CampaignCard.module.css'

interface CampaignCardProps {
  campaign: ListedCampaign
  link: Pick<LinkProps, 'to' | 'state'>
}

export function CampaignCard({ campaign, link }: CampaignCardProps) {
  const { name, campaignCategory, audience, state, nextSendAt, suspension } = campaign
  const stopped = isStopped(campaign) ? suspension : undefined
  return (
    <Card className={styles.card}>
      <Mail className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <h2 className={styles.name}>
          <Link {...link} className={styles.link} data-covers="">
            {name}
          </Link>
        </h2>
        <p className={styles.facts}>
          {campaignCategory} · {audience}
        </p>
        {stopped && <p className={styles.reason}>We’ve stopped sending: {stopped.reason}</p>}
      </div>
      <p className={styles.next}>
        <CampaignStateBadge {...campaign} />
        {nextSendAt && state === 'active' && !stopped && <SendTime at={nextSendAt} />}
      </p>
    </Card>
  )
}
