import { isRobot } from '@app/chassis/http/is-robot.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import type { TasksDeps } from '../deps.ts'
import type { Client } from './bot-signals-of-client.ts'
import { clientHash } from './client-hash.ts'
import { recordOpen } from './review-open.repository.ts'
import { removedReview, toReview } from './to-review.ts'
import { findSubject, linkIdOf } from './with-review.ts'

/**
 * Returns the content of a link's review page, and records which client opened the link. For a HEAD request, `client` is undefined, and
 * nothing is recorded. The gateway sends the page itself without a request to this service. So a client that loads only the HTML, and runs
 * no script, does not open the link.
 */
export async function getReview(deps: TasksDeps, token: string, client: Pick<Client, 'ip' | 'userAgent'> | undefined): Promise<Review> {
  const id = linkIdOf(deps, token)
  const subject = await findSubject(deps, id)
  if (!subject) return removedReview(id)
  if (client) {
    await recordOpen(deps.db, id, clientHash(deps, id, client.ip), isRobot(client.userAgent)).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'an open of a review link was not recorded'),
    )
  }
  return toReview(deps.db, deps, subject)
}
