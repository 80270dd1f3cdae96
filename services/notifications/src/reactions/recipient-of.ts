import type { MailRecipient } from '@app/contracts/http/mail-content.ts'
import type { RecipientKind } from '@app/contracts/rules/reviews.ts'

/** Returns the recipient of a review link or of a reminder. */
export const recipientOf = (link: { recipientKind: RecipientKind; recipientId: string }): MailRecipient => ({
  kind: link.recipientKind,
  id: link.recipientId,
})
