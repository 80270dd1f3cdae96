import { createHmac, timingSafeEqual } from 'node:crypto'
import { ConfigError } from '@app/chassis/config/config.ts'
import { idBytes, idOf } from '@app/chassis/keys/id-bytes.ts'
import { keyBytes } from '@app/chassis/keys/key-bytes.ts'
import * as Type from 'typebox'

/** Settings for the reply and bounce addresses of emails about tasks. */
export const reviewAddressConfig = {
  REPLY_DOMAIN: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9.-]+$',
      description: 'domain at which replies and bounces of emails about tasks are received; when absent, none are received',
    }),
  ),
  MAIL_ADDRESS_KEY: Type.Optional(Type.String({ description: 'authenticates the addresses at `REPLY_DOMAIN`: 32 random bytes in base64' })),
  MAIL_ADDRESS_KEY_PREVIOUS: Type.Optional(
    Type.String({ description: 'the previous key, whose addresses are still accepted, while keys are rotated' }),
  ),
}
type ReviewAddressConfig = Type.Static<Type.TObject<typeof reviewAddressConfig>>

/** `reply` is the address in the header Reply-To. `bounce` is the return path, to which mail servers send bounces. */
const kinds = ['reply', 'bounce'] as const
type Kind = (typeof kinds)[number]

export interface ReviewAddress {
  kind: Kind
  /** `returnId` of the email's content: the id of a review link, or of a colleague. */
  returnId: string
}

export type ReviewAddresses = NonNullable<ReturnType<typeof createReviewAddresses>>

const ID_BYTES = 16
const MAC_BYTES = 12
/** A token of 28 bytes has 45 characters. */
const ADDRESS = /^(reply|bounce)\+([0-9a-v]{45})@(.+)$/

/** Returns 28 bytes as a number in base 32. It has no capitals, because some mail servers change the case of addresses. */
const toBase32 = (bytes: Buffer): string =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(45, '0')

function fromBase32(text: string): Buffer {
  let number = 0n
  for (const character of text) number = number * 32n + BigInt(Number.parseInt(character, 32))
  return Buffer.from(number.toString(16).padStart(56, '0'), 'hex')
}

/** Creates and parses the addresses at `REPLY_DOMAIN`. Undefined without this setting. Throws a `ConfigError` if the key is missing. */
export function createReviewAddresses(config: ReviewAddressConfig) {
  const { REPLY_DOMAIN, MAIL_ADDRESS_KEY, MAIL_ADDRESS_KEY_PREVIOUS } = config
  if (!REPLY_DOMAIN) return undefined
  if (!MAIL_ADDRESS_KEY) throw new ConfigError(['REPLY_DOMAIN needs MAIL_ADDRESS_KEY'])
  const domain = REPLY_DOMAIN.toLowerCase()
  const current = keyBytes('MAIL_ADDRESS_KEY', MAIL_ADDRESS_KEY)
  const previous = MAIL_ADDRESS_KEY_PREVIOUS ? [keyBytes('MAIL_ADDRESS_KEY_PREVIOUS', MAIL_ADDRESS_KEY_PREVIOUS)] : []
  // The kind is part of the HMAC, so that a reply address is never accepted as a bounce address.
  const macOf = (key: Buffer, kind: Kind, id: Buffer): Buffer =>
    createHmac('sha256', key).update(`review-email-${kind}\0`).update(id).digest().subarray(0, MAC_BYTES)

  return {
    /** Returns the address for an email with this `returnId` in its content. Its local part has 51 or 52 characters (RFC 5321 allows 64). */
    addressOf(kind: Kind, returnId: string): string {
      const id = idBytes(returnId)
      return `${kind}+${toBase32(Buffer.concat([id, macOf(current, kind, id)]))}@${domain}`
    },
    /** Parses an address and ignores its case. Returns undefined if neither the current nor the previous key created the address. */
    parse(address: string): ReviewAddress | undefined {
      const [, name, token = '', at] = ADDRESS.exec(address.toLowerCase()) ?? []
      const kind = kinds.find((each) => each === name)
      if (!kind || at !== domain) return undefined
      const bytes = fromBase32(token)
      // 45 characters have 225 bits. The unused first bit must be 0.
      if (toBase32(bytes) !== token) return undefined
      const [id, mac] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
      const isValid = [current, ...previous].some((key) => timingSafeEqual(macOf(key, kind, id), mac))
      return isValid ? { kind, returnId: idOf(id) } : undefined
    },
  }
}
