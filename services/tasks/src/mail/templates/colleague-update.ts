import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { COLLEAGUE_NAME_MAX, type ColleagueRight } from '@app/contracts/rules/colleagues.ts'

/** Changes of a colleague that the owner did not make, and gets an email about. */
export type ColleagueUpdate = 'joined' | 'declined' | 'left' | 'asks'

interface Colleague {
  name: string
  email: string
  may: ColleagueRight
}

const abilities: Readonly<Record<ColleagueRight, string>> = {
  decide: 'approve previews and refer them back',
  look: 'look at previews, but not decide on them',
}

interface Words {
  subject: string
  heading: string
  preheader: string
  text: string
}

function wordsOf(update: ColleagueUpdate, name: string, may: ColleagueRight): Words {
  if (update === 'joined')
    return {
      subject: `${name} is now your colleague`,
      heading: 'The invitation was accepted',
      preheader: 'New previews are emailed to both of you.',
      text: `${name} gets a link to each new preview, and can ${abilities[may]}. You can change this or remove ${name} at any time.`,
    }
  if (update === 'declined')
    return {
      subject: `${name} declined your invitation`,
      heading: 'We won’t email this person again',
      preheader: 'Nothing else changed.',
      text: 'Your previews are emailed to you as before. The person can still ask you to become your colleague, with the link in the invitation.',
    }
  if (update === 'left')
    return {
      subject: `${name} is no longer your colleague`,
      heading: 'All their links stopped working',
      preheader: 'This person doesn’t get emails about your previews anymore.',
      text: `${name} chose to stop the emails, and can no longer see your previews. You don’t have to do anything.`,
    }
  return {
    subject: `${name} asks to be your colleague again`,
    heading: 'Do you agree?',
    preheader: 'Until you agree, this person sees nothing.',
    text: `${name} had left. If you agree, ${name} gets a link to each new preview again, and can ${abilities[may]}. Until then, nothing changes.`,
  }
}

/** The email to the owner about a change that a colleague made. `url` is the page with the list of colleagues. */
export function colleagueUpdate(update: ColleagueUpdate, { name, email, may }: Colleague, url: string): MailContent {
  const { subject, heading, preheader, text } = wordsOf(update, oneLine(name, COLLEAGUE_NAME_MAX), may)
  return compose({
    subject,
    preheader,
    heading,
    blocks: [
      { kind: 'text', text },
      { kind: 'facts', facts: [['Email address', email]] },
      { kind: 'action', label: update === 'asks' ? 'Agree or refuse' : 'See your colleagues', url },
    ],
  })
}
