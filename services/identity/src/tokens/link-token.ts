import { createHmac } from 'node:crypto'
import { idInToken, idTokenOf } from '@app/chassis/keys/id-token.ts'

/** What a link in an email is for. A token is valid only for its purpose. */
type LinkPurpose = 'verification' | 'admin-invitation' | 'email-change' | 'email-revert'

const macWith =
  (secret: string, purpose: LinkPurpose) =>
  (id: Buffer): Buffer =>
    createHmac('sha256', secret).update(purpose).update(id).digest()

/** Returns the token of a link. It contains the id of the row that the link is about, and is stored nowhere. */
export const linkTokenOf = (secret: string, purpose: LinkPurpose, id: string): string => idTokenOf(id, macWith(secret, purpose))

/** Returns the id in a token. Undefined if the secret did not create the token for this purpose. */
export const idInLinkToken = (secret: string, purpose: LinkPurpose, token: string): string | undefined =>
  idInToken(token, [macWith(secret, purpose)])
