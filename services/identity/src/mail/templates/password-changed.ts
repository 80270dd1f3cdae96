import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'

export const passwordChanged = ({ username }: { username: string }, publicUrl: string): MailContent =>
  compose({
    subject: 'Your password was changed',
    preheader: 'All devices were signed out.',
    heading: 'All devices were signed out',
    blocks: [
      { kind: 'text', text: `Hello ${username}, please sign in again with your new password.` },
      { kind: 'action', label: 'Log in', url: `${publicUrl}/login` },
      {
        kind: 'text',
        text: `If you didn’t change your password, set a new one right away and contact us: ${office.phone} or ${brand.email}.`,
      },
      { kind: 'link', label: 'Set a new password', url: `${publicUrl}/reset-password` },
    ],
  })
