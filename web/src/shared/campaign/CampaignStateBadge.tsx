import type { Campaign } from '@app/contracts/http/campaigns.ts'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'

const looks: Record<Campaign['state'], { tone: BadgeTone; word: string }> = {
  active: { tone: 'approved', word: 'On' },
  paused: { tone: 'pending', word: 'Paused' },
  cancelled: { tone: 'neutral', word: 'Cancelled' },
  // Nothing is to come; its sendings may have been missed.
  done: { tone: 'posted', word: 'Ended' },
}

export const CampaignStateBadge = ({ state }: Pick<Campaign, 'state'>) => <Badge tone={looks[state].tone}>{looks[state].word}</Badge>
