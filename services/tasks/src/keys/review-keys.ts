import { createHmac, timingSafeEqual } from 'node:crypto'
import { idInToken, idTokenOf } from '@app/chassis/keys/id-token.ts'
import { keyBytes } from '@app/chassis/keys/key-bytes.ts'
import * as Type from 'typebox'

/** Settings of review links, invitations and calendar feeds. */
export const reviewKeyConfig = {
  REVIEW_LINK_KEY: Type.String({ description: 'authenticates review links: 32 random bytes in base64' }),
  REVIEW_LINK_KEY_PREVIOUS: Type.Optional(
    Type.String({ description: 'the previous key, which is still accepted, while keys are rotated' }),
  ),
}
type ReviewKeyConfig = Type.Static<Type.TObject<typeof reviewKeyConfig>>

/** Purpose of a code or digest. A code or digest that was created for one purpose is never valid for another purpose. */
type Purpose = 'decision-code' | 'browser-code' | 'browser' | 'client'

/** Purpose of a token. A token that was created for one purpose is never valid for another purpose. */
type TokenPurpose = 'review-link' | 'invitation' | 'calendar-feed'

export interface ReviewKeys {
  /** Returns the token of a review link. The token contains the id of the link, and is stored nowhere. */
  tokenOf(linkId: string): string
  /** Returns the id in a token. Returns undefined if neither the current nor the previous key created the token. */
  linkIdOf(token: string): string | undefined
  /**
   * Returns the token with which a colleague accepts an invitation, or leaves. The token contains the colleague's id, and is stored
   * nowhere.
   */
  invitationTokenOf(colleagueId: string): string
  /** Returns the id in the token of an invitation. Returns undefined if neither the current nor the previous key created the token. */
  colleagueIdOf(token: string): string | undefined
  /** Returns the token of a calendar feed. The token contains the id of the feed, and is stored nowhere. */
  feedTokenOf(feedId: string): string
  /** Returns the id in the token of a calendar feed. Returns undefined if neither the current nor the previous key created the token. */
  feedIdOf(token: string): string | undefined
  /** Returns a code of six digits that is derived from the key, `purpose` and `subject`. */
  codeOf(purpose: Purpose, subject: string): string
  isCodeOf(purpose: Purpose, subject: string, code: string): boolean
  /** Returns a keyed hash of `subject` in base64url. */
  digestOf(purpose: Purpose, subject: string): string
  isDigestOf(purpose: Purpose, subject: string, digest: string): boolean
}

const CODE_DIGITS = 6

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** Derives tokens and codes from `REVIEW_LINK_KEY`. Accepts tokens and codes of the current and the previous key. */
export function createReviewKeys({ REVIEW_LINK_KEY, REVIEW_LINK_KEY_PREVIOUS }: ReviewKeyConfig): ReviewKeys {
  const current = keyBytes('REVIEW_LINK_KEY', REVIEW_LINK_KEY)
  const previous = REVIEW_LINK_KEY_PREVIOUS ? [keyBytes('REVIEW_LINK_KEY_PREVIOUS', REVIEW_LINK_KEY_PREVIOUS)] : []
  const keys = [current, ...previous]
  const mac = (key: Buffer, purpose: Purpose | TokenPurpose, subject: string | Buffer): Buffer =>
    createHmac('sha256', key).update(purpose).update(subject).digest()
  const tokenMac = (key: Buffer, purpose: TokenPurpose) => (id: Buffer) => mac(key, purpose, id)
  const token = (purpose: TokenPurpose, id: string): string => idTokenOf(id, tokenMac(current, purpose))
  const idIn = (purpose: TokenPurpose, given: string): string | undefined =>
    idInToken(
      given,
      keys.map((key) => tokenMac(key, purpose)),
    )

  // The modulo bias is negligible, because the number has 64 bits.
  const code = (key: Buffer, purpose: Purpose, subject: string): string =>
    String(mac(key, purpose, `\0${subject}`).readBigUInt64BE() % 10n ** BigInt(CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const digest = (key: Buffer, purpose: Purpose, subject: string): string => mac(key, purpose, `\0${subject}`).toString('base64url')

  return {
    tokenOf: (linkId) => token('review-link', linkId),
    linkIdOf: (given) => idIn('review-link', given),
    invitationTokenOf: (colleagueId) => token('invitation', colleagueId),
    colleagueIdOf: (given) => idIn('invitation', given),
    feedTokenOf: (feedId) => token('calendar-feed', feedId),
    feedIdOf: (given) => idIn('calendar-feed', given),
    codeOf: (purpose, subject) => code(current, purpose, subject),
    isCodeOf: (purpose, subject, given) => keys.some((key) => isEqual(Buffer.from(code(key, purpose, subject)), Buffer.from(given))),
    digestOf: (purpose, subject) => digest(current, purpose, subject),
    isDigestOf: (purpose, subject, given) => keys.some((key) => isEqual(Buffer.from(digest(key, purpose, subject)), Buffer.from(given))),
  }
}
