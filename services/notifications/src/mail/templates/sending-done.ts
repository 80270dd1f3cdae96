import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchDone } from '@app/contracts/events/campaigns.ts'
import { nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

type Done = EventData<typeof DispatchDone>

/** Everybody is in one of these; what nobody knows for certain is counted beside. */
function countsOf({ audience, accepted, failed, suppressed, maybeTwice }: Done): readonly (readonly [string, string])[] {
  const more = [
    ['Could not be delivered', failed],
    ['Left out, as they wish or their mailbox is gone', suppressed],
    ['Perhaps got it twice', maybeTwice],
  ] as const
  return [
    ['Sent to', `${accepted} of ${audience}`],
    ...more.filter(([, count]) => count > 0).map(([label, count]) => [label, String(count)] as const),
  ]
}

/** To the owner: a sending is over, with what became of it. */
export const sendingDone = (fact: Done, publicUrl: string): MailContent =>
  compose({
    subject: `Sent to ${fact.accepted} of ${fact.audience}: ${nameOf(fact)}`,
    preheader: 'Everybody got it or stands in the report with the reason.',
    heading: 'Your campaign was sent',
    blocks: [
      { kind: 'text', text: 'Everybody of its audience got this mail, or stands in the report with the reason.' },
      sendingFacts(fact, ...countsOf(fact)),
      { kind: 'action', label: 'See who got it', url: ownerCampaignUrl(fact, publicUrl) },
    ],
  })
