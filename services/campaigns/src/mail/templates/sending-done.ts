import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { type MailedDispatch, nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

const SEE_REPORT = 'See who got your campaign email'

interface Done extends MailedDispatch {
  /** Number of recipients. */
  audience: number
  accepted: number
  failed: number
  suppressed: number
  maybeTwice: number
}

type Count = readonly [label: string, count: string]

/**
 * Returns the counts of recipients for which something went wrong. If the dispatch is done, `accepted`, `failed` and `suppressed` add
 * up to `audience`. Recipients in `maybeTwice` are also counted in one of these numbers.
 */
function problemCounts({ failed, suppressed, maybeTwice }: Done): Count[] {
  const counts = [
    ['Not delivered', failed],
    ['Unsubscribed or blocked', suppressed],
    ['Possible duplicates', maybeTwice],
  ] as const
  return counts.filter(([, count]) => count > 0).map(([label, count]) => [label, String(count)] as const)
}

/** The email to an owner whose campaign email was sent to all recipients. */
export function sendingDone(dispatch: Done, publicUrl: string): MailContent {
  const { audience, accepted } = dispatch
  const problems = problemCounts(dispatch)
  const counts: Count[] = [['Recipients', String(audience)], ['Sent', String(accepted)], ...problems]
  return compose({
    subject: `Sent to ${accepted} of ${audience}: ${nameOf(dispatch)}`,
    preheader: problems.map(([label, count]) => `${label}: ${count}`).join(' · ') || `${SEE_REPORT}.`,
    heading: SEE_REPORT,
    blocks: [
      ...(accepted < audience ? [{ kind: 'text', text: 'The report also shows why the others didn’t get it.' } as const] : []),
      sendingFacts(dispatch, ...counts),
      { kind: 'action', label: 'View the report', url: ownerCampaignUrl(dispatch, publicUrl) },
    ],
  })
}
