import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'

interface ResetCode {
  username: string
  email: string
  code: string
  /** How long the code still holds, in minutes. */
  minutes: number
}

/** The page on which the code is entered. The fragment names the account for any browser, and is never sent to a server. */
const codePage = (email: string, publicUrl: string): string => `${publicUrl}/otp#email=${encodeURIComponent(email)}`

/** Sent to a user who requested a password reset. The code is in the body only, because locked screens show subjects. */
export const resetCode = ({ username, email, code, minutes }: ResetCode, publicUrl: string): MailContent =>
  compose({
    subject: 'Your code to set a new password',
    preheader: `It can be used once, within ${minutes} minutes.`,
    heading: 'Set a new password',
    blocks: [
      { kind: 'text', text: `Hello ${username}, this is your verification code:` },
      { kind: 'code', code },
      { kind: 'text', text: `It can be used once, within ${minutes} minutes. Enter it on the page where you requested it, or here:` },
      { kind: 'action', label: 'Enter the code', url: codePage(email, publicUrl) },
      {
        kind: 'text',
        text: `If you did not request this, ignore this email. Your password stays the same. ${brand.name} never asks you for this code.`,
      },
    ],
  })
