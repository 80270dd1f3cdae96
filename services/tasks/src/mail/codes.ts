import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { minutesUntil } from '@app/chassis/time/minutes-until.ts'
import type { MailRecipient } from '@app/contracts/http/mail-content.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { MailDeps } from './deps.ts'
import { findMailedColleague, isConfirmedOwner } from './recipient.repository.ts'
import { colleagueFields, type RecipientFields } from './review-recipient.ts'
import { reviewCode } from './templates/review-code.ts'

/** Returns when the code of a recipient expires. Undefined if it has expired, or if another code replaced it. */
async function findExpiry(db: Kysely<Tables>, codeId: string, recipientId: string): Promise<string | undefined> {
  const { rows } = await sql<{ expiresAt: string }>`
    select expires_at as "expiresAt" from review_code
    where id = ${codeId} and recipient_id = ${recipientId} and expires_at > now()`.execute(db)
  return rows[0]?.expiresAt
}

/** Returns the fields of an email without a review link to the recipient of review links. Undefined if the recipient gets no emails. */
async function recipientFields(deps: MailDeps, { kind, id }: MailRecipient): Promise<RecipientFields | undefined> {
  if (kind === 'owner') return (await isConfirmedOwner(deps.db, id)) ? {} : undefined
  const colleague = kind === 'colleague' ? await findMailedColleague(deps.db, id) : undefined
  return colleague && colleagueFields(deps, colleague, undefined)
}

/**
 * The email with the code for a new browser. Obsolete when the code has expired or was replaced. The email contains no text that the owner
 * entered.
 */
export const composeReviewCode =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const expiresAt = await findExpiry(deps.db, about, recipient.id)
    const fields = expiresAt && (await recipientFields(deps, recipient))
    if (!fields) return 'obsolete'
    return { ...reviewCode({ code: deps.reviewKeys.codeOf('browser-code', about), minutes: minutesUntil(expiresAt) }), ...fields }
  }
