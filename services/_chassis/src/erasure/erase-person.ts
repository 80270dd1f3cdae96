import type { SpreadsheetRows } from '@app/contracts/http/erasure.ts'
import type { PersonProgress } from '@app/contracts/http/internal-erasure.ts'
import type { Kysely } from 'kysely'
import { eraseMessages, mentions } from './erase-messages.ts'
import { createEraser, type Eraser, TimeOver } from './erase-rows.ts'

/** Erases what a service stores about a person. `email` is normalized. Can be repeated. */
export type ErasePerson<T> = (eraser: Eraser<T>, email: string) => Promise<void>

/** Finds rows about a person in spreadsheets of companies. Only the owners can delete these rows. */
export type FindInSpreadsheets<T> = (eraser: Eraser<T>, email: string) => Promise<SpreadsheetRows[]>

/**
 * Erases what a service stores about a person, until the time is over. Events that are not published yet stay, because other services need
 * them. The next request finds them in `event_log`.
 */
export async function erasePersonHere<T>(
  db: Kysely<T>,
  erasePerson: ErasePerson<T>,
  email: string,
  findInSpreadsheets?: FindInSpreadsheets<T>,
): Promise<PersonProgress> {
  const { eraser, tables } = createEraser(db)
  try {
    await erasePerson(eraser, email)
    await eraseMessages(eraser, mentions(email), false)
    const spreadsheets = (await findInSpreadsheets?.(eraser, email)) ?? []
    return { isComplete: true, tables, files: 0, spreadsheets }
  } catch (error) {
    if (error instanceof TimeOver) return { isComplete: false, tables, files: 0, spreadsheets: [] }
    throw error
  }
}
