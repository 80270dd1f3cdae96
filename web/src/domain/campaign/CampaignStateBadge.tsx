import type { Campaign, ListedCampaign } from '@app/contracts/http/campaigns.ts'
import { Badge, type BadgeTone } from '../../shared/ui/Badge.tsx'

const looks: Record<Campaign['state'], { tone: BadgeTone; word: string }> = {
  active: { tone: 'approved', word: 'Active' },
  paused: { tone: 'pending', word: 'Paused' },
  cancelled: { tone: 'neutral', word: 'Canceled' },
  // All dates have passed. The word is not "Sent", because some emails may not have been sent.
  done: { tone: 'posted', word: 'Ended' },
}

/** Whether a suspension stops emails of a campaign. After the last email, or after the owner canceled the campaign, it stops none. */
export const isStopped = ({ state, suspension }: Pick<ListedCampaign, 'state' | 'suspension'>): boolean =>
  Boolean(suspension) && (state === 'active' || state === 'paused')

export function CampaignStateBadge(campaign: Pick<ListedCampaign, 'state' | 'suspension'>) {
  if (isStopped(campaign)) return <Badge tone="roll-back">Suspended</Badge>
  const { tone, word } = looks[campaign.state]
  return <Badge tone={tone}>{word}</Badge>
}
