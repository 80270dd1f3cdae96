import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { ConfigError } from '@app/chassis/config.ts'
import * as Type from 'typebox'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_CHARS = 8
/** Starts every encrypted value: neither base32 nor PEM contains a dot in this place. */
const PREFIX = 'aes256gcm.'

export const cipherConfig = {
  IDENTITY_KEY: Type.Optional(Type.String({ description: 'encrypts secrets in the database: 32 random bytes in base64' })),
  IDENTITY_KEY_PREVIOUS: Type.Optional(Type.String({ description: 'a second key, for reading only, while keys are rotated' })),
}
export type CipherConfig = Type.Static<Type.TObject<typeof cipherConfig>>

/** Where a value is stored. Encrypted values are bound to it, so that a value copied to another row cannot be decrypted. */
export interface Place {
  table: 'secrets' | 'signing_keys' | 'second_factors'
  id: string
}

/** Encrypts and decrypts single column values. */
export interface FieldCipher {
  /** False without `IDENTITY_KEY`, which production requires. */
  hasKey: boolean
  encrypt(text: string, place: Place): string
  /** Returns plaintext, as earlier releases wrote it, unchanged. Throws when the value was encrypted with an unknown key. */
  decrypt(stored: string, place: Place): string
  isReadable(stored: string): boolean
  /** Whether the value is encrypted with `IDENTITY_KEY`, not with the previous key. */
  isCurrent(stored: string): boolean
}

interface Key {
  id: string
  bytes: Buffer
}

export const isEncrypted = (stored: string): boolean => stored.startsWith(PREFIX)
const keyIdOf = (stored: string): string => stored.slice(PREFIX.length, PREFIX.length + KEY_ID_CHARS)
const placeBytes = ({ table, id }: Place): Buffer => Buffer.from(`${table}:${id}`)

/** Says what is wrong with a key; undefined for a valid one. */
export const keyFault = (name: string, text: string): string | undefined =>
  Buffer.from(text, 'base64').length === KEY_BYTES ? undefined : `${name} must be 32 random bytes in base64 (openssl rand -base64 32)`

function keyOf(name: string, text: string): Key {
  const fault = keyFault(name, text)
  if (fault) throw new ConfigError([fault])
  const bytes = Buffer.from(text, 'base64')
  return { id: createHash('sha256').update('key id\0').update(bytes).digest('base64url').slice(0, KEY_ID_CHARS), bytes }
}

export function createFieldCipher({ IDENTITY_KEY, IDENTITY_KEY_PREVIOUS }: CipherConfig): FieldCipher {
  const current = IDENTITY_KEY ? keyOf('IDENTITY_KEY', IDENTITY_KEY) : undefined
  const previous = IDENTITY_KEY_PREVIOUS ? keyOf('IDENTITY_KEY_PREVIOUS', IDENTITY_KEY_PREVIOUS) : undefined
  const keyFor = (stored: string): Key | undefined => [current, previous].find((key) => key?.id === keyIdOf(stored))

  return {
    hasKey: current !== undefined,
    encrypt(text, place) {
      if (!current) throw new ConfigError(['IDENTITY_KEY must be set: secrets in this database are encrypted'])
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, current.bytes, nonce).setAAD(placeBytes(place))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${PREFIX}${current.id}.${sealed.toString('base64url')}`
    },
    decrypt(stored, place) {
      if (!isEncrypted(stored)) return stored
      const key = keyFor(stored)
      if (!key) throw new ConfigError([`IDENTITY_KEY is not the key ${keyIdOf(stored)} that a value in ${place.table} is encrypted with`])
      const sealed = Buffer.from(stored.slice(PREFIX.length + KEY_ID_CHARS + 1), 'base64url')
      const decipher = createDecipheriv(ALGORITHM, key.bytes, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(placeBytes(place))
        .setAuthTag(sealed.subarray(-TAG_BYTES))
      return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
    isReadable: (stored) => !isEncrypted(stored) || keyFor(stored) !== undefined,
    isCurrent: (stored) => isEncrypted(stored) && current !== undefined && keyIdOf(stored) === current.id,
  }
}
