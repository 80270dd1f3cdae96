import { createHmac, timingSafeEqual } from 'node:crypto'

interface Delivery {
  id: string
  /** The token with which the recipient can unsubscribe. */
  token: string
}

/** Characters of a UUID and of the proof in base64url. */
const [ID_LENGTH, PROOF_LENGTH] = [22, 16]
const FORMAT = /^[\w-]{38}$/

const proofOf = ({ id, token }: Delivery): string =>
  createHmac('sha256', token).update(`links ${id}`).digest('base64url').slice(0, PROOF_LENGTH)

/**
 * Returns the token in the links and the picture of an email: the delivery's id, and a proof that only the server can compute from the
 * random token of the delivery. People forward emails with these links. So nobody can unsubscribe with this token, or compute the random
 * token from it. When the random token is replaced, because the recipient was erased, the links stop working.
 */
export const linkTokenOf = (delivery: Delivery): string =>
  Buffer.from(delivery.id.replaceAll('-', ''), 'hex').toString('base64url') + proofOf(delivery)

/** Returns the id of the delivery that a token names. Undefined if the token has another format. */
export function deliveryIdIn(linkToken: string): string | undefined {
  if (!FORMAT.test(linkToken)) return undefined
  const hex = Buffer.from(linkToken.slice(0, ID_LENGTH), 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Whether a token of the right format belongs to the delivery that it names. */
export const isLinkTokenOf = (linkToken: string, delivery: Delivery): boolean =>
  timingSafeEqual(Buffer.from(linkToken.slice(ID_LENGTH)), Buffer.from(proofOf(delivery)))
