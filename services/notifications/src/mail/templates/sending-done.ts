import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchDone } from '@app/contracts/events/campaigns.ts'
import { nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

const SEE_REPORT = 'See who got your campaign email'

type Done = EventData<typeof DispatchDone>

type Count = readonly [label: string, count: string]

/**
 * Returns the counts of recipients for which something went wrong. `accepted`, `failed` and `suppressed` add up to `audience`. Recipients
 * in `maybeTwice` are also counted in one of these numbers.
 */
function problemCounts({ failed, suppressed, maybeTwice }: Done): Count[] {
  const counts = [
    ['Not delivered', failed],
    ['Unsubscribed or blocked', suppressed],
    ['Possible duplicates', maybeTwice],
  ] as const
  return counts.filter(([, count]) => count > 0).map(([label, count]) => [label, String(count)] as const)
}

export function sendingDone(fact: Done, publicUrl: string): MailContent {
  const { audience, accepted } = fact
  const problems = problemCounts(fact)
  const counts: Count[] = [['Recipients', String(audience)], ['Sent', String(accepted)], ...problems]
  return compose({
    subject: `Sent to ${accepted} of ${audience}: ${nameOf(fact)}`,
    preheader: problems.map(([label, count]) => `${label}: ${count}`).join(' · ') || `${SEE_REPORT}.`,
    heading: SEE_REPORT,
    blocks: [
      ...(accepted < audience ? [{ kind: 'text', text: 'The report also shows why the others didn’t get it.' } as const] : []),
      sendingFacts(fact, ...counts),
      { kind: 'action', label: 'View the report', url: ownerCampaignUrl(fact, publicUrl) },
    ],
  })
}
