import { createHash, randomBytes } from 'node:crypto'
import { AUDIENCE_PAGE_MAX, type AudiencePerson, type AudienceSkipped } from '@app/contracts/http/audience.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const RETENTION_DAYS = 7

/**
 * A ticket is a random secret with which the service campaigns reads the pages of one stored audience. The table `audience` contains only
 * the hash of a ticket, so that the table alone gives no access to the pages.
 */
const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url')

/** Describes a stored audience: the recipients of a dispatch as they were when the sheet was read. It expires after 7 days. */
export interface StoredAudience {
  asOf: string
  people: number
  skipped: AudienceSkipped
  expiresAt: string
}

const columns = ['as_of as asOf', 'people', 'skipped', 'expires_at as expiresAt'] as const
const IS_VALID = sql<boolean>`expires_at > now()`

/** Returns a new ticket for a dispatch's stored audience if the sheet was read after `notBefore`. Invalidates the previous ticket. */
export async function renewTicket(
  trx: Transaction<Tables>,
  dispatchId: string,
  notBefore = '-infinity',
): Promise<(StoredAudience & { ticket: string }) | undefined> {
  const ticket = randomBytes(32).toString('base64url')
  const known = await trx
    .updateTable('audience')
    .set({ ticket_hash: hashOf(ticket) })
    .where('dispatch_id', '=', dispatchId)
    .where('as_of', '>=', notBefore)
    .where(IS_VALID)
    .returning(columns)
    .executeTakeFirst()
  return known && { ...known, ticket }
}

/** Maximum length of the rows in a page, in UTF-16 code units. A page with only one person may be longer. */
const MAX_PAGE_LENGTH = 1_000_000

interface NewAudience {
  companyId: string
  dispatchId: string
  asOf: string
}

/** Stores the recipients of a dispatch in their order. Replaces an earlier stored audience of the dispatch. */
export async function storePeople(
  trx: Transaction<Tables>,
  { companyId, dispatchId, asOf }: NewAudience,
  people: AsyncIterable<AudiencePerson>,
  skipped: AudienceSkipped,
): Promise<void> {
  await trx.deleteFrom('audience').where('dispatch_id', '=', dispatchId).execute()
  await trx
    .insertInto('audience')
    .values({
      dispatch_id: dispatchId,
      company_id: companyId,
      ticket_hash: '',
      as_of: asOf,
      people: 0,
      skipped: JSON.stringify(skipped),
      expires_at: sql`now() + ${RETENTION_DAYS} * interval '1 day'`,
    })
    .execute()
  let count = 0
  let page: { email: string; merge: string }[] = []
  let length = 0
  const storePage = async (): Promise<void> => {
    const first = count + 1
    count += page.length
    length = 0
    await sql`
      insert into audience_person (dispatch_id, position, email, merge)
      select ${dispatchId}, ${first} - 1 + ordinality, email, merge::jsonb
      from unnest(${page.map(({ email }) => email)}::text[], ${page.map(({ merge }) => merge)}::text[])
        with ordinality as person (email, merge, ordinality)`.execute(trx)
    page = []
  }
  for await (const { email, merge } of people) {
    const person = { email, merge: JSON.stringify(merge) }
    length += person.merge.length
    if (page.push(person) === AUDIENCE_PAGE_MAX || length > MAX_PAGE_LENGTH) await storePage()
  }
  await storePage()
  await trx
    .updateTable('audience')
    .set({ people: count, skipped: JSON.stringify(skipped) })
    .where('dispatch_id', '=', dispatchId)
    .execute()
}

/** Returns a page of people after position `after`, or undefined if the ticket is invalid. Pages of long rows have fewer people. */
export async function readPage(db: Kysely<Tables>, dispatchId: string, ticket: string, after: number) {
  const stored = await db
    .selectFrom('audience')
    .select('people')
    .where('dispatch_id', '=', dispatchId)
    .where('ticket_hash', '=', hashOf(ticket))
    .where(IS_VALID)
    .executeTakeFirst()
  if (!stored) return undefined
  const people = await db
    .selectFrom((query) =>
      query
        .selectFrom('audience_person')
        .select(['position', 'email', 'merge', sql<number>`sum(length(merge::text)) over (order by position)`.as('length')])
        .where('dispatch_id', '=', dispatchId)
        .where('position', '>', after)
        .orderBy('position')
        .limit(AUDIENCE_PAGE_MAX)
        .as('page'),
    )
    .select(['email', 'merge'])
    .where((is) => is.or([is('length', '<=', MAX_PAGE_LENGTH), is('position', '=', after + 1)]))
    .orderBy('position')
    .execute()
  const had = after + people.length
  return { people, next: had < stored.people ? had : null }
}

export async function purgeAudiences(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('audience').where('expires_at', '<=', sql<string>`now()`).execute()
}
