import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'

export const passwordChanged = ({ username }: { username: string }, publicUrl: string): MailContent =>
  compose({
    subject: 'Your password was changed',
    preheader: 'All devices were signed out.',
    heading: 'Your password was changed',
    blocks: [
      {
        kind: 'text',
        text: `Hello ${username}, the password of your account was changed. All devices were signed out.`,
      },
      {
        kind: 'text',
        text: `If you didn’t change it, set a new password right away and contact us: ${office.phone} or ${brand.email}.`,
      },
      { kind: 'action', label: 'Sign in', url: `${publicUrl}/login` },
    ],
  })
