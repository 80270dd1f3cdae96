import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Block } from '@app/chassis/mail/draft.ts'
import { brand } from '@app/contracts/brand.ts'
import { verificationLink } from './verification-link.ts'

interface NewAccount {
  /** Absent when the event was sent again from the event log, which keeps no secrets. */
  verificationToken?: string
}

const confirmation = (token: string, publicUrl: string): Block[] => [
  { kind: 'text', text: 'Please confirm your email address. You need this before you can send a test email. The link works for 7 days.' },
  { kind: 'action', label: 'Confirm email address', url: verificationLink(token, publicUrl) },
]

/**
 * To the email address of a new account. Anybody can sign up with anybody's email address, so the email contains nothing
 * that was entered at sign-up, such as the username.
 */
export const welcome = ({ verificationToken }: NewAccount, publicUrl: string): MailContent =>
  compose({
    subject: `Welcome to ${brand.name}`,
    preheader: 'Your account is ready. Three steps to your first post.',
    heading: `Welcome to ${brand.name}`,
    blocks: [
      { kind: 'text', text: `Your account with ${brand.name} is ready. These are your first steps:` },
      { kind: 'text', text: '1. Create your company profile, with your logo and your colours.' },
      { kind: 'text', text: '2. Assign your first task: what it is about, and when it is to be posted.' },
      { kind: 'text', text: '3. We make it and show you a preview. Nothing is posted before you approve it.' },
      { kind: 'action', label: 'Open your portal', url: `${publicUrl}/management` },
      ...(verificationToken === undefined ? [] : confirmation(verificationToken, publicUrl)),
      { kind: 'text', text: 'If you did not create this account, you can ignore this email.' },
    ],
  })
