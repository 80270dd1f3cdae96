import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'

/** To the holder of an account whose password was just changed. */
export const passwordChanged = ({ username }: { username: string }, publicUrl: string): MailContent =>
  compose({
    subject: 'Your password was changed',
    preheader: 'Every device was signed out.',
    heading: 'Your password was changed',
    blocks: [
      {
        kind: 'text',
        text: `Hello ${username}, a new password was set for your account. Every device that was signed in has been signed out.`,
      },
      { kind: 'text', text: `If it was not you, set another password right away, and tell us: ${office.phone} or ${brand.email}.` },
      { kind: 'action', label: 'Sign in', url: `${publicUrl}/login` },
    ],
  })
