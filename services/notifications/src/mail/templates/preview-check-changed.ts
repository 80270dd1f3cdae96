import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { PreviewCheckChanged } from '@app/contracts/events/tasks.ts'

/** The email to the other admins when an operator changes whether a second admin must check a company's previews. */
export function previewCheckChanged(
  { companyProfileId, companyName, requiresCheck }: EventData<typeof PreviewCheckChanged>,
  changedBy: string,
  publicUrl: string,
): MailContent {
  const company = oneLine(companyName, 100)
  return compose({
    subject: `${requiresCheck ? 'Second check switched on' : 'Second check switched off'}: ${company}`,
    preheader: `${changedBy} changed this setting.`,
    heading: requiresCheck ? 'A second admin must check each preview' : 'Previews are delivered without a second check',
    blocks: [
      {
        kind: 'text',
        text: requiresCheck
          ? 'From now on, save previews of this company as drafts, and ask another admin to check them.'
          : 'Drafts that were saved before the change still need their check.',
      },
      { kind: 'facts', facts: [['Changed by', changedBy]] },
      { kind: 'text', text: 'If you don’t expect this change, ask an operator. The audit trail contains it.' },
      { kind: 'action', label: 'Open the company', url: `${publicUrl}/admin/dashboard?tab=companies&company=${companyProfileId}` },
    ],
  })
}
