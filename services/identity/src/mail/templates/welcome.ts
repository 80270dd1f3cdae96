import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Block } from '@app/chassis/mail/draft.ts'
import { brand } from '@app/contracts/brand.ts'

/** The token is in the fragment of the URL. Browsers never send the fragment to a server, so no log contains the token. */
export const verificationLink = (token: string, publicUrl: string): string => `${publicUrl}/verify-email#${token}`

interface NewAccount {
  /** Absent if the owner has confirmed the email address. */
  verificationToken?: string
}

const confirmation = (token: string, publicUrl: string): Block[] => [
  { kind: 'text', text: 'Confirm your email to approve from your inbox.' },
  {
    kind: 'text',
    text: 'Until then, our emails show neither your previews nor a button to approve them, and we can’t remind you. The link works for 7 days.',
  },
  { kind: 'action', label: 'Confirm email address', url: verificationLink(token, publicUrl) },
]

const steps = (publicUrl: string, isOnlyAction: boolean): Block[] => [
  { kind: 'section', title: 'Three steps to your first post' },
  { kind: 'text', text: '1. Create your company profile with your logo and colors.' },
  { kind: 'text', text: '2. Assign your first task. Tell us what it is about and when to post it.' },
  { kind: 'text', text: '3. We create the content and show you a preview. We post nothing until you approve it.' },
  { kind: isOnlyAction ? 'action' : 'link', label: 'Open your portal', url: `${publicUrl}/management` },
]

/** Contains no text that was entered at sign-up, because the unconfirmed email address may belong to another person. */
export function welcome({ verificationToken }: NewAccount, publicUrl: string): MailContent {
  const isConfirmable = verificationToken !== undefined
  return compose({
    subject: isConfirmable ? `Please confirm your email address: welcome to ${brand.name}` : `Welcome to ${brand.name}`,
    preheader: isConfirmable
      ? 'Your account is ready. The link works for 7 days.'
      : 'Your account is ready. Three steps to your first post.',
    heading: 'Your account is ready',
    blocks: [
      ...(isConfirmable ? confirmation(verificationToken, publicUrl) : []),
      ...steps(publicUrl, !isConfirmable),
      { kind: 'text', text: 'If you did not create this account, you can ignore this email.' },
    ],
  })
}
