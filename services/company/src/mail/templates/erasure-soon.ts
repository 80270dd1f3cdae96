import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { formatDate } from '@app/contracts/format/dates.ts'

/** The reminder before the erasure of a company. `day` is the first day of the erasure. */
export const erasureSoon = ({ day }: { day: string }, publicUrl: string): MailContent =>
  compose({
    subject: `Last reminder: we erase your company on ${formatDate(day)}`,
    preheader: 'Afterwards, nobody can restore it.',
    heading: 'Do you want to keep your company?',
    blocks: [
      {
        kind: 'text',
        text: `On ${formatDate(day)}, we begin to erase your company, your account and all your files. Afterwards, nobody can restore them. Sign in to take your data along, or to keep your company.`,
      },
      { kind: 'action', label: 'Keep my company', url: `${publicUrl}/management` },
    ],
  })
