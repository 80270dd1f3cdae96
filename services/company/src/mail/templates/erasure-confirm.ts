import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { ERASURE_LINK_LIFE_HOURS, ERASURE_WAIT_DAYS } from '@app/contracts/rules/erasure.ts'

/** The email with the link that confirms the erasure of a company. */
export const erasureConfirm = ({ token }: { token: string }, publicUrl: string): MailContent =>
  compose({
    subject: `Confirm that we erase your company at ${brand.name}`,
    preheader: `Nothing is erased before you confirm. The link works once, within ${ERASURE_LINK_LIFE_HOURS} hours.`,
    heading: 'Do you want us to erase your company and all its data?',
    blocks: [
      {
        kind: 'text',
        text: `If you do, open the page and confirm. You then have ${ERASURE_WAIT_DAYS} days to change your mind. The link works once, within ${ERASURE_LINK_LIFE_HOURS} hours.`,
      },
      { kind: 'action', label: 'Open the page', url: `${publicUrl}/confirm-erasure#${token}` },
      { kind: 'text', text: 'If you did not ask for this email, do not open the page, and change your password.' },
    ],
  })
