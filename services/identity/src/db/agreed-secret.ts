import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A secret made once and kept in this service's own schema: replicas that start together agree on the first one. */
export async function agreedSecret(db: Kysely<Tables>, name: string, make: () => string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
