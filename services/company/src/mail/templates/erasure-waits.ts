import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { formatDate } from '@app/contracts/format/dates.ts'

/** The email after an owner has confirmed the erasure of the company. `day` is the first day of the erasure. */
export const erasureWaits = ({ day }: { day: string }, publicUrl: string): MailContent =>
  compose({
    subject: `We will erase your company on ${formatDate(day)}`,
    preheader: 'Until then, everything works as before, and you can keep your company.',
    heading: 'You can still change your mind',
    blocks: [
      {
        kind: 'text',
        text: `On ${formatDate(day)}, we begin to erase your company, your account and all your files. Until then, everything works as before. Sign in to take your data along, or to keep your company.`,
      },
      { kind: 'action', label: 'Keep my company', url: `${publicUrl}/management` },
    ],
  })
