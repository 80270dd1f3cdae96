import { createHmac, hkdfSync } from 'node:crypto'
import { idInToken, idTokenOf } from '@app/chassis/keys/id-token.ts'
import { keyBytes } from '@app/chassis/keys/key-bytes.ts'

const LINK_PURPOSE = 'erasure-link'

/** The key of the links is derived from the key of the routes that erase: whoever has that key can erase without a link. */
function macWith(internalDataKey: string): (id: Buffer) => Buffer {
  const key = Buffer.from(hkdfSync('sha256', keyBytes('INTERNAL_DATA_KEY', internalDataKey), '', LINK_PURPOSE, 32))
  return (id) => createHmac('sha256', key).update(id).digest()
}

/** Returns the token of the link that confirms an erasure. It contains the id of the erasure, and is stored nowhere. */
export const erasureTokenOf = (internalDataKey: string, erasureId: string): string => idTokenOf(erasureId, macWith(internalDataKey))

/** Returns the id in a token. Undefined if the token was not created with this key. */
export const idInErasureToken = (internalDataKey: string, token: string): string | undefined => idInToken(token, [macWith(internalDataKey)])
