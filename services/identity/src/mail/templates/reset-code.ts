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

/** The code is only in the body of the email, because phones show the subjects of new emails on the lock screen. */
export const resetCode = ({ username, email, code, minutes }: ResetCode, publicUrl: string): MailContent =>
  compose({
    subject: 'Your code to set a new password',
    preheader: `The code works once, within ${minutes} minutes.`,
    heading: `The code works once, within ${minutes} minutes`,
    blocks: [
      { kind: 'text', text: `Hello ${username}, enter this code where you requested it, or on the page that the button opens.` },
      { kind: 'code', code },
      { kind: 'action', label: 'Enter the code', url: codePage(email, publicUrl) },
      {
        kind: 'text',
        text: `If you did not request this, ignore this email. Your password stays the same. ${brand.name} never asks you for this code.`,
      },
    ],
  })
