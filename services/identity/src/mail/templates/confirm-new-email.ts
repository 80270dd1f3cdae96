import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { EMAIL_CHANGE_LIFE_HOURS } from '@app/contracts/rules/email-changes.ts'

/** The email contains no text that the owner entered, because the address may belong to another person. */
export const confirmNewEmail = ({ token }: { token: string }, publicUrl: string): MailContent =>
  compose({
    subject: 'Confirm your new email address',
    preheader: `The link works once, within ${EMAIL_CHANGE_LIFE_HOURS} hours.`,
    heading: `Do you want to use this address for ${brand.name}?`,
    blocks: [
      {
        kind: 'text',
        text: `If you do, press the button. From then on, you sign in with this address. The link works once, within ${EMAIL_CHANGE_LIFE_HOURS} hours.`,
      },
      { kind: 'action', label: 'Confirm new address', url: `${publicUrl}/confirm-email#${token}` },
      { kind: 'text', text: 'Earlier links no longer work. If you did not ask for this email, you can ignore it.' },
    ],
  })
