import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { type ColleagueRight, INVITATION_DAYS, inviterName } from '@app/contracts/rules/colleagues.ts'

interface Invitation {
  companyName: string
  may: ColleagueRight
  /** The page on which the recipient accepts or declines. */
  url: string
}

/** The words for each right. A person who may only look does not review the posts. */
const wordsOf: Readonly<Record<ColleagueRight, { subject: string; heading: string; offer: string }>> = {
  decide: {
    subject: 'Invitation to review posts',
    heading: 'Would you like to help with the review?',
    offer: 'approve posts before they are published, or send them back with feedback',
  },
  look: {
    subject: 'Invitation to see posts',
    heading: 'Would you like to see new posts first?',
    offer: 'see posts before they are published',
  },
}

/**
 * The invitation to become a colleague. The recipient has not agreed to get emails. Therefore the email contains only one text that the
 * owner entered: the company's name, as a labeled fact in quotation marks, so that it does not look like a sentence of the product. A name
 * that looks like an address or a phone number is left out.
 */
export function colleagueInvitation({ companyName, may, url }: Invitation): MailContent {
  const company = inviterName(companyName)
  const words = wordsOf[may]
  return compose({
    subject: words.subject,
    preheader: `You would get an email for each new post. The invitation is open for ${INVITATION_DAYS} days.`,
    heading: words.heading,
    blocks: [
      {
        kind: 'text',
        text: `${brand.name} creates posts for a small business. The owner would like you to ${words.offer}.`,
      },
      ...(company ? [{ kind: 'facts', facts: [['Name of the business', `“${company}”`]] } as const] : []),
      { kind: 'text', text: 'If you accept, we’ll email you a link to each new post. You don’t need an account or a password.' },
      { kind: 'action', label: 'See the invitation', url },
      { kind: 'text', text: 'If you do nothing, we won’t email you again.' },
      { kind: 'link', label: 'Decline: no emails about this company', url },
    ],
  })
}
