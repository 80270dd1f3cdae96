import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import { maskEmail } from '@app/contracts/rules/email.ts'
import { EMAIL_REVERT_LIFE_DAYS } from '@app/contracts/rules/email-changes.ts'

interface ChangedEmail {
  username: string
  newEmail: string
  token: string
}

/** The email to the former address of an account. The new address is shortened. */
export const emailChanged = ({ username, newEmail, token }: ChangedEmail, publicUrl: string): MailContent =>
  compose({
    subject: `The email address of your ${brand.name} account was changed`,
    preheader: `You can take this back within ${EMAIL_REVERT_LIFE_DAYS} days.`,
    heading: `You can take this back within ${EMAIL_REVERT_LIFE_DAYS} days`,
    blocks: [
      {
        kind: 'text',
        text: `Hello ${username}, your account now has the address ${maskEmail(newEmail)}. If you wanted this, you’re done.`,
      },
      {
        kind: 'text',
        text: 'If you didn’t, restore this address. All devices are then signed out. Set a new password right afterwards.',
      },
      { kind: 'action', label: 'Restore this address', url: `${publicUrl}/revert-email#${token}` },
      { kind: 'text', text: `If you need help, contact us: ${office.phone} or ${brand.email}.` },
    ],
  })
