import { isConfirmedOwner } from '@app/chassis/companies/confirmed-owners.ts'
import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { findUndecided } from '../writes/write.repository.ts'
import type { MailDeps } from './deps.ts'
import { neutralWrite } from './neutral-words.ts'
import { writeRefused } from './templates/write-refused.ts'

/**
 * The email to the owner about a change that cannot be written to the spreadsheet. Obsolete when the owner has discarded the change, or
 * has replaced it with another one.
 */
export const composeWriteRefused =
  ({ db, origin }: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const write = recipient.kind === 'owner' ? await findUndecided(db, about, recipient.id) : undefined
    if (!write) return 'obsolete'
    const { kind, customer_id: customerId, name, state, problem } = write
    const facts = { kind, conflict: state === 'conflict', customerId, name, reason: problem ?? '' }
    return writeRefused((await isConfirmedOwner(db, recipient.id)) ? facts : neutralWrite(facts), origin)
  }
