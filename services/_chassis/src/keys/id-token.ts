import { timingSafeEqual } from 'node:crypto'
import { idBytes, idOf } from './id-bytes.ts'

const ID_BYTES = 16
const MAC_BYTES = 16

/** Returns a message authentication code of an id. Only its first 16 bytes are used. */
type MacOf = (id: Buffer) => Buffer

/** Returns a token of 32 bytes in base64url that contains an id and the authentication code of the id. */
export function idTokenOf(id: string, macOf: MacOf): string {
  const bytes = idBytes(id)
  return Buffer.concat([bytes, macOf(bytes).subarray(0, MAC_BYTES)]).toString('base64url')
}

/** Returns the id in a token. Returns undefined if the token was created with none of the given functions. */
export function idInToken(token: string, macs: readonly MacOf[]): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Base64 has several spellings of the same bytes. Only one of them is valid.
  if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined
  const [id, mac] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
  return macs.some((macOf) => timingSafeEqual(macOf(id).subarray(0, MAC_BYTES), mac)) ? idOf(id) : undefined
}
