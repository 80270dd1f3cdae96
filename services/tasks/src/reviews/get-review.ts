import type { Review } from '@app/contracts/http/reviews.ts'
import type { TasksDeps } from '../deps.ts'
import { clientHash } from './client-hash.ts'
import { recordOpen } from './review-open.repository.ts'
import { removedReview, toReview } from './to-review.ts'
import { findSubject, linkIdOf } from './with-review.ts'

/**
 * Returns the content of a link's review page, and records that the client with the IP address `ip` opened the link. For a HEAD request,
 * `ip` is undefined, and nothing is recorded.
 */
export async function getReview(deps: TasksDeps, token: string, ip: string | undefined): Promise<Review> {
  const id = linkIdOf(deps, token)
  const subject = await findSubject(deps, id)
  if (!subject) return removedReview(id)
  if (ip !== undefined) {
    await recordOpen(deps.db, id, clientHash(deps, id, ip)).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'an open of a review link was not recorded'),
    )
  }
  return toReview(deps.db, deps, subject)
}
