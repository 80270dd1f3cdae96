import { createHmac } from 'node:crypto'
import { idInToken, idTokenOf } from '@app/chassis/keys/id-token.ts'

const macWith =
  (secret: string) =>
  (id: Buffer): Buffer =>
    createHmac('sha256', secret).update('verification').update(id).digest()

/** Returns the token of a verification link. It contains the id of the request, and is stored nowhere. */
export const verificationTokenOf = (secret: string, id: string): string => idTokenOf(id, macWith(secret))

/** Returns the id in a token. Undefined if the secret did not create the token. */
export const verificationIdIn = (secret: string, token: string): string | undefined => idInToken(token, [macWith(secret)])
