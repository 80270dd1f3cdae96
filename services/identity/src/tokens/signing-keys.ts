import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { TOKEN_LIFE_SECONDS } from '@app/chassis/http/auth.ts'
import { fixedKeySet } from '@app/chassis/http/key-set.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { FieldCipher } from '../encryption/field-cipher.ts'
import { lockStoredSecrets, toStored } from '../encryption/stored-secrets.ts'

/** A current, future or previous Ed25519 key. A previous key is stored until all tokens that it signed have expired. */
interface SigningKey {
  kid: string
  /** Private key as PEM (PKCS #8). It never leaves this service. */
  privateKey: string
  publicKey: string
  jwk: { kty: string; crv: string; x: string; kid: string; alg: string; use: string }
}

export type SigningKeys = Awaited<ReturnType<typeof openSigningKeys>>

const READ_AGAIN_MS = 10_000
/** Delay between the creation of a key and its first use. During this time all replicas read the key and publish it. */
const SIGNS_AFTER_MS = 6 * READ_AGAIN_MS

const newKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

function signingKeyOf(privateKey: string): SigningKey {
  const publicKey = createPublicKey(createPrivateKey(privateKey))
  const { x = '' } = publicKey.export({ format: 'jwk' })
  // The thumbprint of RFC 7638 requires exactly these members in this order.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
  return {
    kid,
    privateKey,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    jwk: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
  }
}

async function readKeys(db: Kysely<Tables>, cipher: FieldCipher): Promise<{ key: SigningKey; signsFrom: string }[]> {
  const rows = await db.selectFrom('signing_keys').select(['kid', 'private_key', 'signs_from']).orderBy('signs_from', 'desc').execute()
  return rows.map(({ kid, private_key, signs_from }) => ({
    key: signingKeyOf(cipher.decrypt(private_key, { table: 'signing_keys', id: kid })),
    signsFrom: signs_from,
  }))
}

async function insertSigningKey(trx: Transaction<Tables>, cipher: FieldCipher, { kid, privateKey }: SigningKey, from: Date): Promise<void> {
  const private_key = await toStored(trx, cipher, privateKey, { table: 'signing_keys', id: kid })
  await trx.insertInto('signing_keys').values({ kid, private_key, signs_from: from.toISOString() }).execute()
}

/** Creates a key if there is none. The lock prevents replicas that start together from creating several keys. */
const ensureFirst = (db: Kysely<Tables>, cipher: FieldCipher): Promise<void> =>
  inTransaction(db, async (trx) => {
    await lockStoredSecrets(trx)
    const first = await trx.selectFrom('signing_keys').select('kid').limit(1).executeTakeFirst()
    if (!first) await insertSigningKey(trx, cipher, signingKeyOf(newKey()), new Date(0))
  })

/** Returns the signing keys, which are read from the database and cached for 10 s. */
export async function openSigningKeys(db: Kysely<Tables>, cipher: FieldCipher) {
  await ensureFirst(db, cipher)
  let keys: Awaited<ReturnType<typeof readKeys>> = []
  let readAt = Number.NEGATIVE_INFINITY

  async function readAgain(afterMs: number): Promise<void> {
    if (performance.now() - readAt < afterMs) return
    readAt = performance.now()
    keys = await readKeys(db, cipher)
  }
  await readAgain(0)

  return {
    async current(now: Date): Promise<SigningKey> {
      await readAgain(READ_AGAIN_MS)
      const signing = keys.find(({ signsFrom }) => signsFrom <= now.toISOString()) ?? keys.at(-1)
      if (!signing) throw new Error('There is no key to sign tokens with')
      return signing.key
    },
    /** Returns all keys whose tokens are accepted. Identity publishes them as JWKS. */
    async published(): Promise<SigningKey[]> {
      await readAgain(0)
      return keys.map(({ key }) => key)
    },
    /** As in `KeySet`. */
    async publicKey(kid: string | undefined): Promise<string> {
      await readAgain(READ_AGAIN_MS)
      return fixedKeySet(new Map(keys.map(({ key }) => [key.kid, key.publicKey]))).publicKey(kid)
    },
  }
}

interface Rotation {
  now: Date
  isLeaked: boolean
}

/** Creates a key that signs tokens after a minute. With `isLeaked`, the key signs at once, and all users must sign in again. */
export async function rotateSigningKey(trx: Transaction<Tables>, cipher: FieldCipher, { now, isLeaked }: Rotation): Promise<string> {
  const key = signingKeyOf(newKey())
  const signsFrom = new Date(now.getTime() + (isLeaked ? 0 : SIGNS_AFTER_MS))
  const ends = new Date(signsFrom.getTime() + TOKEN_LIFE_SECONDS * 1_000).toISOString()
  if (isLeaked) await trx.deleteFrom('signing_keys').execute()
  else await trx.updateTable('signing_keys').set({ ends_at: ends }).where('ends_at', 'is', null).execute()
  await insertSigningKey(trx, cipher, key, signsFrom)
  await addAuditEntry(trx, { actor: undefined, act: 'rotate-signing-key', subject: key.kid, affected: 1 })
  return key.kid
}

export const deleteExpiredSigningKeys = async (db: Kysely<Tables>, now: Date): Promise<void> =>
  void (await db.deleteFrom('signing_keys').where('ends_at', '<', now.toISOString()).execute())
