import { randomBytes } from 'node:crypto'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { BaseDeps } from '@app/chassis/service/create-service.ts'
import type { Kysely } from 'kysely'
import { type IdentityConfig, isSecondFactorRequired } from './config.ts'
import type { Tables } from './db/tables.ts'
import type { IdentityDeps } from './deps.ts'
import { createFieldCipher, type FieldCipher } from './encryption/field-cipher.ts'
import { checkStoredSecrets, toStored } from './encryption/stored-secrets.ts'
import { limitsOf } from './limits/limits.ts'
import { createPasswords } from './passwords/passwords.ts'
import { isTokenValid } from './tokens/ended-tokens.repository.ts'
import { openSigningKeys } from './tokens/signing-keys.ts'

/** Creates the secret on the first call. If replicas start together, all use the secret that was stored first. */
async function getOrCreateSecret(db: Kysely<Tables>, cipher: FieldCipher, name: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const place = { table: 'secrets', id: name } as const
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('secrets')
      .values({ name, value: await toStored(trx, cipher, secret, place) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return cipher.decrypt(value, place)
}

export async function createDeps(base: BaseDeps<Tables>, config: IdentityConfig): Promise<IdentityDeps> {
  const cipher = createFieldCipher(config)
  await checkStoredSecrets(base.db, cipher)
  return {
    ...base,
    // Other services use the list of revoked tokens that identity publishes. Identity reads its own tables.
    isRevoked: async (token) => !(await isTokenValid(base.db, token)),
    now: () => new Date(),
    limits: limitsOf(config),
    cipher,
    passwords: await createPasswords(),
    signingKeys: await openSigningKeys(base.db, cipher),
    resetSecret: await getOrCreateSecret(base.db, cipher, 'reset-codes'),
    verificationSecret: await getOrCreateSecret(base.db, cipher, 'verification-links'),
    clientSecret: await getOrCreateSecret(base.db, cipher, 'known-clients'),
    secondFactorRequired: isSecondFactorRequired(config),
    internalMailKey: config.INTERNAL_MAIL_KEY,
    internalDataKey: config.INTERNAL_DATA_KEY,
    origin: new URL(config.PUBLIC_URL).origin,
  }
}
