import { createReviewKeys } from '@app/chassis/review-keys.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { getReview } from '@app/contracts/http/reviews.ts'
import { listTasks, uploadTaskImage } from '@app/contracts/http/tasks.ts'
import { REVIEW_LINK_DAYS } from '@app/contracts/rules/reviews.ts'
import type { RunningProduct } from '../test/product.ts'
import { must } from '../test/system/client.ts'
import { mintAdmins } from './minted-tokens.ts'
import { newOwner } from './owner.ts'
import { lostRequests } from './paced.ts'
import type { Pace, Paced } from './paced-worker.ts'
import type { Parts } from './parts.ts'
import { type Measure, percentile, say } from './report.ts'
import { addTasks } from './seed.ts'
import { startWorker } from './worker.ts'

const PER_SECOND = 100
const WARM_UP_SECONDS = 5
const SECONDS = 20

/** Recipients open their own links. If all requests opened one link, they would wait for each other's locks. */
const LINKS = 50

/** Delivers previews, and adds a review link to each of them. Returns the tokens of the links. */
async function linkedPreviews(parts: Parts, url: string): Promise<string[]> {
  const { database, env } = parts
  const { companyId, send, token } = await newOwner(url)
  // With this request, the tasks service fetches the company if it has not received the company's event yet.
  await must(send('GET', listTasks.url.replace(':companyProfileId', companyId), { token }))
  const taskIds = await addTasks(database, companyId, LINKS)
  const [admin = ''] = await mintAdmins(parts, url, 1)
  for (const id of taskIds) {
    await must(send('POST', uploadTaskImage.url.replace(':id', id), { token: admin, files: { image: png() } }))
  }
  const links = await database.query<{ id: string }>(
    `insert into tasks.review_link (id, task_id, preview_number, recipient_kind, recipient_id, email, expires_at)
    select gen_random_uuid(), id, preview_number, 'owner', id, 'owner@bench.example', now() + $2 * interval '1 day' from tasks.task where id = any($1)
    returning id`,
    [taskIds, REVIEW_LINK_DAYS],
  )
  const keys = createReviewKeys({ REVIEW_LINK_KEY: env.REVIEW_LINK_KEY ?? '' })
  return links.rows.map(({ id }) => keys.tokenOf(id))
}

/**
 * Measures the latency of the page of a review link, and the latency of the preview's data, at a steady rate. For each response with data,
 * the tasks service also records that the link was opened.
 */
export async function benchReviewPage({ url }: RunningProduct, parts: Parts): Promise<Measure[]> {
  const tokens = await linkedPreviews(parts, url)
  const asker = startWorker('paced-worker.ts')
  try {
    const measures: Measure[] = []
    for (const { what, path, accept } of [
      { what: 'the page of a review link', path: '/review/:token', accept: 'text/html' },
      { what: 'the data of a review link', path: `/api${getReview.url}`, accept: 'application/json' },
    ]) {
      say(`Opening ${what} at a steady rate`)
      const urls = tokens.map((token) => url + path.replace(':token', token))
      const pace = (seconds: number): Pace => ({ urls, headers: { accept }, perSecond: PER_SECOND, seconds })
      await asker.ask<Paced>(pace(WARM_UP_SECONDS))
      const paced = await asker.ask<Paced>(pace(SECONDS))
      measures.push(
        {
          what: `p99 of ${what}, ${PER_SECOND} a second`,
          measured: percentile(paced.milliseconds, 0.99),
          unit: 'ms',
          target: { below: 20 },
          detail: `median ${percentile(paced.milliseconds, 0.5).toFixed(1)} ms`,
        },
        lostRequests(`requests for ${what} that failed at that rate`, [paced]),
      )
    }
    return measures
  } finally {
    await asker.stop()
  }
}
