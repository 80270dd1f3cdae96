import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Block } from '@app/chassis/mail/draft.ts'
import { brand } from '@app/contracts/brand.ts'
import { verificationLink } from './verification-link.ts'

interface NewAccount {
  /** Absent if the event was republished from the event log, because the event log contains no secrets. */
  verificationToken?: string
}

const confirmation = (token: string, publicUrl: string): Block[] => [
  {
    kind: 'text',
    text: 'Please confirm your email address. You need to do this before you can send a test email. The link works for 7 days.',
  },
  { kind: 'action', label: 'Confirm email address', url: verificationLink(token, publicUrl) },
]

/**
 * The welcome email contains no text that was entered at sign-up. The email address may belong to another person, because it is
 * unconfirmed.
 */
export const welcome = ({ verificationToken }: NewAccount, publicUrl: string): MailContent =>
  compose({
    subject: `Welcome to ${brand.name}`,
    preheader: 'Your account is ready. Three steps to your first post.',
    heading: `Welcome to ${brand.name}`,
    blocks: [
      { kind: 'text', text: `Your account with ${brand.name} is ready. These are your first steps:` },
      { kind: 'text', text: '1. Create your company profile with your logo and colours.' },
      { kind: 'text', text: '2. Assign your first task. Tell us what it is about and when to post it.' },
      { kind: 'text', text: '3. We create the content and show you a preview. We post nothing until you approve it.' },
      { kind: 'action', label: 'Open your portal', url: `${publicUrl}/management` },
      ...(verificationToken === undefined ? [] : confirmation(verificationToken, publicUrl)),
      { kind: 'text', text: 'If you did not create this account, you can ignore this email.' },
    ],
  })
