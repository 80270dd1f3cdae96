import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchDone } from '@app/contracts/events/campaigns.ts'
import { nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

type Done = EventData<typeof DispatchDone>

/** `accepted`, `failed` and `suppressed` add up to `audience`. Recipients in `maybeTwice` are also counted in one of these numbers. */
function countsOf({ audience, accepted, failed, suppressed, maybeTwice }: Done): readonly (readonly [string, string])[] {
  const more = [
    ['Not delivered', failed],
    ['Skipped (unsubscribed or blocked)', suppressed],
    ['Possible duplicates', maybeTwice],
  ] as const
  return [
    ['Recipients', String(audience)],
    ['Sent', String(accepted)],
    ...more.filter(([, count]) => count > 0).map(([label, count]) => [label, String(count)] as const),
  ]
}

export const sendingDone = (fact: Done, publicUrl: string): MailContent =>
  compose({
    subject: `Sent to ${fact.accepted} of ${fact.audience}: ${nameOf(fact)}`,
    preheader: 'The report shows who got this email.',
    heading: 'The report shows who got this email',
    blocks: [
      { kind: 'text', text: 'If someone didn’t get it, the report shows the reason.' },
      sendingFacts(fact, ...countsOf(fact)),
      { kind: 'action', label: 'View the report', url: ownerCampaignUrl(fact, publicUrl) },
    ],
  })
