import type { Campaign } from '@app/contracts/http/campaigns.ts'
import { Mail } from 'lucide-react'
import { CampaignStateBadge } from '../../shared/campaign/CampaignStateBadge.tsx'
import { SendTime } from '../../shared/campaign/SendTime.tsx'
import { Card } from '../../shared/ui/Card.tsx'
import { Link, type LinkProps } from '../../shared/ui/Link.tsx'
import styles from './CampaignCard.module.css'

interface CampaignCardProps {
  campaign: Campaign
  link: Pick<LinkProps, 'to' | 'state'>
}

export function CampaignCard({ campaign: { name, campaignCategory, audience, state, nextSendAt }, link }: CampaignCardProps) {
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
      </div>
      <p className={styles.next}>
        <CampaignStateBadge state={state} />
        {nextSendAt && state === 'active' && <SendTime at={nextSendAt} />}
      </p>
    </Card>
  )
}
