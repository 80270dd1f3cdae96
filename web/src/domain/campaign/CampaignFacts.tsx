import type { Campaign } from '@app/contracts/http/campaigns.ts'
import { Facts } from '../../shared/ui/Facts.tsx'
import { Time } from '../../shared/ui/Time.tsx'

const NOT_SET = 'Not set'

export function CampaignFacts({ campaign: { name, campaignCategory, audience, startDate, endDate } }: { campaign: Campaign }) {
  return (
    <Facts
      facts={[
        { label: 'Campaign Name', value: name },
        { label: 'Category', value: campaignCategory, isShort: true },
        { label: 'Target Audience', value: audience, isShort: true },
        { label: 'Start Date', value: startDate ? <Time value={startDate} full /> : NOT_SET, isShort: true },
        { label: 'End Date', value: endDate ? <Time value={endDate} full /> : NOT_SET, isShort: true },
      ]}
    />
  )
}
