import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'

interface ResetCode {
  username: string
  code: string
  /** How long the code still holds, in minutes. */
  minutes: number
}

/** To somebody who asked for a new password. The code stands in the body alone: subjects show on locked screens. */
export const resetCode = ({ username, code, minutes }: ResetCode, publicUrl: string): MailContent =>
  compose({
    subject: 'Your code to set a new password',
    preheader: `It can be used once, within ${minutes} minutes.`,
    heading: 'Set a new password',
    blocks: [
      { kind: 'text', text: `Hello ${username}, this is your verification code:` },
      { kind: 'code', code },
      { kind: 'text', text: `It can be used once, within ${minutes} minutes. Enter it where you asked for it, or here:` },
      { kind: 'action', label: 'Enter the code', url: `${publicUrl}/otp` },
      {
        kind: 'text',
        text: `If you did not ask for this, leave this mail alone: your password stays as it is. ${brand.name} never asks you for this code.`,
      },
    ],
  })
