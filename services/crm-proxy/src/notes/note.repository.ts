import { isFound } from '@app/chassis/db/is-found.ts'
import type { CustomerNote, LastContact } from '@app/contracts/http/customer-notes.ts'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const columns = ['id as _id', 'kind', 'text', 'happened_on as happenedOn', 'author_id as authorId', 'created_at as createdAt'] as const

/** Returns at most `limit` notes on a person, latest date first. */
export const notesOn = (db: Kysely<Tables>, companyId: string, person: string, limit: number): Promise<CustomerNote[]> =>
  db
    .selectFrom('customer_note')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('person', '=', person)
    .orderBy('happened_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

interface ContactPage {
  limit: number
  /** Cursor: the page contains only persons with a greater key. */
  after?: string
}

/** Returns the latest contact with each person of a company, in the order of the person keys. */
export async function lastContactsOf(db: Kysely<Tables>, companyId: string, { limit, after = '' }: ContactPage): Promise<LastContact[]> {
  const { rows } = await sql<LastContact>`
    select distinct on (person) person, kind, happened_on as "happenedOn" from customer_note
    where company_id = ${companyId} and kind <> 'note' and person > ${after}
    order by person, happened_on desc, id desc limit ${limit}`.execute(db)
  return rows
}

export interface NoteCounts {
  ofPerson: number
  ofCompany: number
}

export async function countNotes(trx: Transaction<Tables>, companyId: string, person: string): Promise<NoteCounts> {
  const { rows } = await sql<NoteCounts>`
    select count(*) filter (where person = ${person})::int as "ofPerson", count(*)::int as "ofCompany" from customer_note
    where company_id = ${companyId}`.execute(trx)
  return rows[0] ?? { ofPerson: 0, ofCompany: 0 }
}

export const insertNote = (trx: Transaction<Tables>, note: Insertable<Tables['customer_note']>): Promise<CustomerNote> =>
  trx.insertInto('customer_note').values(note).returning(columns).executeTakeFirstOrThrow()

/** Deletes a note of the company. Returns false if the company has no such note. */
export const deleteNote = (trx: Transaction<Tables>, companyId: string, id: string): Promise<boolean> =>
  isFound(trx.deleteFrom('customer_note').where('company_id', '=', companyId).where('id', '=', id).returning('id'))

/**
 * Moves the notes on a person to another person key. Does nothing if one of the keys is null. Does nothing either if the table already
 * contains notes with the other key, because those notes may be about another person.
 */
export async function moveNotes(trx: Transaction<Tables>, companyId: string, from: string | null, to: string | null): Promise<void> {
  if (from === null || to === null) return
  await sql`
    update customer_note set person = ${to}
    where company_id = ${companyId} and person = ${from}
      and not exists (select from customer_note where company_id = ${companyId} and person = ${to})`.execute(trx)
}
