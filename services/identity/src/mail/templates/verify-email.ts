import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { verificationLink } from './welcome.ts'

/** The email contains no text that the owner entered. */
export const verifyEmail = ({ verificationToken }: { verificationToken: string }, publicUrl: string): MailContent =>
  compose({
    subject: 'Confirm your email address',
    preheader: 'The link works for 7 days.',
    heading: `Is this the address of your ${brand.name} account?`,
    blocks: [
      {
        kind: 'text',
        text: 'If it is, press the button. You can then approve previews from your inbox, and we can remind you. The link works for 7 days.',
      },
      { kind: 'action', label: 'Confirm email address', url: verificationLink(verificationToken, publicUrl) },
      { kind: 'text', text: 'Earlier links no longer work. If you did not ask for this email, you can ignore it.' },
    ],
  })
