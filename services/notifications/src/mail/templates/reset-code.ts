import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'

interface ResetCode {
  username: string
  email: string
  code: string
  minutes: number
}

/** Returns the URL of the page for entering the code. The email address is in the fragment, which browsers never send to a server. */
const codePage = (email: string, publicUrl: string): string => `${publicUrl}/otp#email=${encodeURIComponent(email)}`

/** The code is only in the body, because locked screens show subjects. */
export const resetCode = ({ username, email, code, minutes }: ResetCode, publicUrl: string): MailContent =>
  compose({
    subject: 'Your code to set a new password',
    preheader: `The code works once, within ${minutes} minutes.`,
    heading: 'Set a new password',
    blocks: [
      { kind: 'text', text: `Hello ${username}, this is your verification code:` },
      { kind: 'code', code },
      { kind: 'text', text: `It works once, within ${minutes} minutes. Enter it on the page where you requested it, or here:` },
      { kind: 'action', label: 'Enter the code', url: codePage(email, publicUrl) },
      {
        kind: 'text',
        text: `If you did not request this, ignore this email. Your password stays the same. ${brand.name} never asks you for this code.`,
      },
    ],
  })
