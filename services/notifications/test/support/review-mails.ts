import { createReviewKeys } from '@app/chassis/review-keys.ts'
import type { ReviewMails } from '../../src/review-links.ts'

export const reviewKeys = createReviewKeys({ REVIEW_LINK_KEY: Buffer.alloc(32, 7).toString('base64') })

/** Parameters of `subscriptions`. `now` is the business clock. */
export const reviewMails = (publicUrl: string, now = () => new Date()): ReviewMails => ({
  publicUrl,
  timeZone: 'America/New_York',
  keys: reviewKeys,
  now,
})
