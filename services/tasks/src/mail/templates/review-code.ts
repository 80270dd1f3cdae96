import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'

interface ReviewCode {
  code: string
  minutes: number
}

/** The code is only in the body of the email, because phones show the subjects of new emails on the lock screen. */
export const reviewCode = ({ code, minutes }: ReviewCode): MailContent =>
  compose({
    subject: 'Your code to decide on a preview',
    preheader: `The code works once, within ${minutes} minutes.`,
    heading: `The code works once, within ${minutes} minutes`,
    blocks: [
      { kind: 'text', text: 'Your review link is being used in a new browser. Please enter this code there, on the review page.' },
      { kind: 'code', code },
      {
        kind: 'text',
        text: `If you did not do this, ignore this email. Without the code, nothing is decided. ${brand.name} never asks you for this code.`,
      },
    ],
  })
