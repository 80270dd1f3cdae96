import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { ConfigError } from '@app/chassis/config/config.ts'
import { keyBytes } from '@app/chassis/keys/key-bytes.ts'
import * as Type from 'typebox'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_CHARS = 8
const PREFIX = 'aes256gcm.'

export const cipherConfig = {
  IDENTITY_KEY: Type.String({ description: 'encrypts secrets in the database: 32 random bytes in base64' }),
  IDENTITY_KEY_PREVIOUS: Type.Optional(Type.String({ description: 'the previous key, which only decrypts, while keys are rotated' })),
}
type CipherConfig = Type.Static<Type.TObject<typeof cipherConfig>>

/** The row in which a value is stored. An encrypted value is bound to its row. If it is copied to another row, it cannot be decrypted. */
export interface Place {
  table: 'secrets' | 'signing_keys' | 'second_factors'
  id: string
}

export type FieldCipher = ReturnType<typeof createFieldCipher>

interface Key {
  id: string
  bytes: Buffer
}

const isEncrypted = (stored: string): boolean => stored.startsWith(PREFIX)
const keyIdOf = (stored: string): string | undefined =>
  isEncrypted(stored) ? stored.slice(PREFIX.length, PREFIX.length + KEY_ID_CHARS) : undefined
const placeBytes = ({ table, id }: Place): Buffer => Buffer.from(`${table}:${id}`)

function keyOf(name: string, text: string): Key {
  const bytes = keyBytes(name, text)
  return { id: createHash('sha256').update('key id\0').update(bytes).digest('base64url').slice(0, KEY_ID_CHARS), bytes }
}

/** Encrypts with `IDENTITY_KEY` and decrypts with the current or the previous key (AES-256-GCM). */
export function createFieldCipher({ IDENTITY_KEY, IDENTITY_KEY_PREVIOUS }: CipherConfig) {
  const current = keyOf('IDENTITY_KEY', IDENTITY_KEY)
  const previous = IDENTITY_KEY_PREVIOUS ? keyOf('IDENTITY_KEY_PREVIOUS', IDENTITY_KEY_PREVIOUS) : undefined
  const keyFor = (stored: string): Key | undefined => [current, previous].find((key) => key?.id === keyIdOf(stored))

  return {
    encrypt(text: string, place: Place): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, current.bytes, nonce).setAAD(placeBytes(place))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${PREFIX}${current.id}.${sealed.toString('base64url')}`
    },
    /** Throws if the value is not encrypted, if its key is unknown, or if it was encrypted for another row. */
    decrypt(stored: string, place: Place): string {
      const key = keyFor(stored)
      if (!key) throw new ConfigError([`IDENTITY_KEY is not the key that a value in ${place.table} is encrypted with`])
      const sealed = Buffer.from(stored.slice(PREFIX.length + KEY_ID_CHARS + 1), 'base64url')
      const decipher = createDecipheriv(ALGORITHM, key.bytes, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(placeBytes(place))
        .setAuthTag(sealed.subarray(-TAG_BYTES))
      return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
    isReadable: (stored: string): boolean => keyFor(stored) !== undefined,
    /** Returns false for values that are encrypted with the previous key. */
    isCurrent: (stored: string): boolean => keyIdOf(stored) === current.id,
  }
}
