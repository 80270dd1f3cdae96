import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Kysely } from 'kysely'
import type { FieldCipher } from '../encryption/field-cipher.ts'
import { toStored } from '../encryption/stored-secrets.ts'
import type { Tables } from './tables.ts'

/** Creates the secret on the first call. If replicas start together, all use the secret that was stored first. */
export async function getOrCreateSecret(db: Kysely<Tables>, cipher: FieldCipher, name: string, make: () => string): Promise<string> {
  const place = { table: 'secrets', id: name } as const
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('secrets')
      .values({ name, value: await toStored(trx, cipher, make(), place) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return cipher.decrypt(value, place)
}
