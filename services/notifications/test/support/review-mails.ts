import { createReviewKeys } from '@app/chassis/keys/review-keys.ts'
import type { PublicFiles } from '@app/chassis/storage/public-files.ts'
import type { ReviewMails } from '../../src/review-links.ts'

export const reviewKeys = createReviewKeys({ REVIEW_LINK_KEY: Buffer.alloc(32, 7).toString('base64') })

interface Options {
  /** The business clock. */
  now?: () => Date
  keyOf?: PublicFiles['keyOf']
}

/** Returns the parameter `reviewMails` of the service's function `subscriptions`, for tests. */
export const reviewMails = (publicUrl: string, { now = () => new Date(), keyOf = () => undefined }: Options = {}): ReviewMails => ({
  publicUrl,
  timeZone: 'America/New_York',
  keys: reviewKeys,
  keyOf,
  now,
})
