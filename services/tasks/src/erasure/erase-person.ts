import type { ErasePerson } from '@app/chassis/erasure/erase-person.ts'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Replaces the text of an erased note, so that the notes around it stay understandable. */
const ERASED_TEXT = 'This message was erased at the request of its author.'

/**
 * Erases a colleague and the author of replies. Rows to which decisions and notes refer stay, without address, name and text. The decision
 * record contains only keyed hashes, and stays verifiable.
 */
export const erasePerson: ErasePerson<Tables> = async ({ deleteRows, changeRows }, email) => {
  const isPerson = sql`lower(email) = ${email}`
  const written = sql`id in (select note_id from task_note_author where ${isPerson})`
  await changeRows('task_note', sql`text = ${ERASED_TEXT}`, sql`${written} and text <> ${ERASED_TEXT}`)
  await deleteRows('task_note_author', isPerson)
  await changeRows('review_link', sql`email = '', revoked_at = coalesce(revoked_at, now())`, isPerson)
  const erased = sql`email = 'erased-' || id, name = 'Erased', state = 'removed', version = version + 1`
  await changeRows('colleague', erased, isPerson)
  await deleteRows('record_subject', isPerson)
}
