import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Block } from '@app/chassis/mail/draft.ts'

interface ContactMessage {
  firstName: string
  lastName: string
  email: string
  mobile: string
  message: string
}

/** To support: somebody filled in the contact form. */
export function contact({ firstName, lastName, email, mobile, message }: ContactMessage): MailContent {
  const name = `${firstName} ${lastName}`
  const facts: [string, string][] = [
    ['Name', name],
    ['Email', email],
  ]
  if (mobile) facts.push(['Mobile', mobile])
  const said: Block = message ? { kind: 'quote', text: message } : { kind: 'text', text: 'No message was written.' }
  return compose({
    subject: `Contact form: ${name}`,
    preheader: message || 'No message was written.',
    heading: 'Somebody got in touch',
    blocks: [{ kind: 'facts', facts }, said, { kind: 'text', text: 'Replying to this mail answers them.' }],
  })
}
