import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Block, Fact } from '@app/chassis/mail/draft.ts'
import { phoneFact } from '@app/chassis/mail/phone-fact.ts'

const NO_MESSAGE = 'The sender left the message field empty.'

interface ContactMessage {
  firstName: string
  lastName: string
  email: string
  mobile: string
  message: string
}

/** The email to support with a message from the contact form. */
export function contact({ firstName, lastName, email, mobile, message }: ContactMessage): MailContent {
  const name = `${firstName} ${lastName}`
  const facts: Fact[] = [
    ['Name', name],
    ['Email', email],
  ]
  if (mobile) facts.push(phoneFact('Mobile', mobile))
  const messageBlock: Block = message ? { kind: 'quote', text: message } : { kind: 'text', text: NO_MESSAGE }
  return compose({
    subject: `Contact form: ${name}`,
    preheader: message || NO_MESSAGE,
    heading: 'To answer, reply to this email',
    blocks: [{ kind: 'facts', facts }, messageBlock],
  })
}
