import { Readable } from 'node:stream'
import type { Recipient } from '@app/contracts/http/dispatches.ts'
import { CSV_MARK, csvLine } from '@app/contracts/rules/csv.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { recipientsOf } from './recipient.repository.ts'

const PAGE = 1_000

const columns: readonly (readonly [name: string, cell: (person: Recipient) => string | null])[] = [
  ['Email', ({ email }) => email],
  ['Name', ({ name }) => name],
  ['State', ({ state }) => state],
  ['Reason', ({ reason }) => reason],
  ['Code', ({ code }) => code],
  ['Possible duplicate', ({ maybeTwice }) => (maybeTwice ? 'yes' : '')],
  ['Settled', ({ settledAt }) => settledAt],
  ['Bounced', ({ bouncedAt }) => bouncedAt],
  ['Complained', ({ complainedAt }) => complainedAt],
  ['Unsubscribed', ({ unsubscribedAt }) => unsubscribedAt],
]

async function* lines(db: Kysely<Tables>, dispatchId: string): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(columns.map(([name]) => name))
  for (let after = 0; ; ) {
    const people = await recipientsOf(db, dispatchId, { limit: PAGE, after })
    if (people.length > 0) yield people.map((person) => csvLine(columns.map(([, cell]) => cell(person) ?? ''))).join('')
    if (people.length < PAGE) return
    after = people.at(-1)?.position ?? 0
  }
}

/** Streams the recipients of a dispatch as CSV. Reads the database page by page, as fast as the client reads the stream. */
export const recipientsCsv = (db: Kysely<Tables>, dispatchId: string): Readable => Readable.from(lines(db, dispatchId))
