import { createHmac } from 'node:crypto'
import { keyBytes } from '@app/chassis/keys/key-bytes.ts'
import { sql, type Transaction } from 'kysely'
import * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'

/** Setting with the key of the hashes of erased recipients. */
export const suppressionKeyConfig = {
  SUPPRESSION_KEY: Type.String({
    description:
      'key of the hashes of erased recipients who had unsubscribed: 32 random bytes in base64. With another key, they get campaigns again',
  }),
}

/** Returns the keyed hash of an email address. The address must be normalized. */
export type AddressHash = (email: string) => string

/** Throws a `ConfigError` if the key is invalid. Without the key, nobody can find an address by hashing guesses. */
export function addressHash(suppressionKey: string): AddressHash {
  const key = keyBytes('SUPPRESSION_KEY', suppressionKey)
  return (email) => createHmac('sha256', key).update(email).digest('base64url')
}

/** Replaces a person's suppressions by keyed hashes. Returns their number. */
export async function keepHashes(trx: Transaction<Tables>, email: string, hash: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with erased as (delete from suppression where email = ${email} returning company_id, reason)
    insert into erased_suppression (company_id, email_hash, reason) select company_id, ${hash}, reason from erased
    on conflict do nothing`.execute(trx)
  return Number(numAffectedRows)
}
