import { failed, type Outcome } from '@app/chassis/work/outcome.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findOwnMail } from './mail.repository.ts'
import type { Prepared } from './prepared.ts'

/** Prepares an email that this service composed when the email was queued. Returns an outcome if the email is not sent. */
export async function prepareOwn(db: Kysely<Tables>, id: string): Promise<Prepared | Outcome> {
  const mail = await findOwnMail(db, id)
  if (!mail) return failed('gone')
  const { text, html, ...rest } = mail
  if (text === null || html === null) return failed('erased')
  return { mail: { ...rest, text, html, parts: [] } }
}
