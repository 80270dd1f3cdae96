import type { Campaign } from '@app/contracts/http/campaigns.ts'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'

const looks: Record<Campaign['state'], { tone: BadgeTone; word: string }> = {
  active: { tone: 'approved', word: 'Active' },
  paused: { tone: 'pending', word: 'Paused' },
  cancelled: { tone: 'neutral', word: 'Canceled' },
  // All dates have passed. The word is not "Sent", because some emails may not have been sent.
  done: { tone: 'posted', word: 'Ended' },
}

export const CampaignStateBadge = ({ state }: Pick<Campaign, 'state'>) => <Badge tone={looks[state].tone}>{looks[state].word}</Badge>
