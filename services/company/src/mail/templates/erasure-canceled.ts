import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'

/** The email to an owner after an admin has canceled the erasure of the company. */
export const erasureCanceled = ({ reason }: { reason: string }, publicUrl: string): MailContent =>
  compose({
    subject: 'We canceled the erasure of your company',
    preheader: 'Nothing was erased.',
    heading: 'Your company stays',
    blocks: [
      { kind: 'text', text: `${brand.name} canceled the erasure for this reason:` },
      { kind: 'quote', text: reason },
      { kind: 'action', label: 'Sign in', url: `${publicUrl}/management` },
      { kind: 'text', text: 'If you still want us to erase your company, ask for it again in Company Profile.' },
    ],
  })
