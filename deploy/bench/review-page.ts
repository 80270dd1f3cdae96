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

/** Delivers a preview, and adds a review link to it. Returns the token of the link. */
async function linkedPreview(parts: Parts, url: string): Promise<string> {
  const { database, env } = parts
  const { companyId, send, token } = await newOwner(url)
  // With this request, the tasks service fetches the company if it has not received the company's event yet.
  await must(send('GET', listTasks.url.replace(':companyProfileId', companyId), { token }))
  const [taskId = ''] = await addTasks(database, companyId, 1)
  const [admin = ''] = await mintAdmins(parts, url, 1)
  await must(send('POST', uploadTaskImage.url.replace(':id', taskId), { token: admin, files: { image: png() } }))
  const id = crypto.randomUUID()
  await database.query(
    `insert into tasks.review_link (id, task_id, preview_number, recipient_kind, recipient_id, email, expires_at)
    select $1, id, 1, 'owner', id, 'owner@bench.example', now() + $3 * interval '1 day' from tasks.task where id = $2`,
    [id, taskId, REVIEW_LINK_DAYS],
  )
  return createReviewKeys({ REVIEW_LINK_KEY: env.REVIEW_LINK_KEY ?? '' }).tokenOf(id)
}

/** Measures how fast the page of a review link and its data are served at a steady rate. Each response with data is recorded as an open. */
export async function benchReviewPage({ url }: RunningProduct, parts: Parts): Promise<Measure[]> {
  const token = await linkedPreview(parts, url)
  const asker = startWorker('paced-worker.ts')
  try {
    const measures: Measure[] = []
    for (const { what, path, accept } of [
      { what: 'the page of a review link', path: `/review/${token}`, accept: 'text/html' },
      { what: 'the data of a review link', path: `/api${getReview.url.replace(':token', token)}`, accept: 'application/json' },
    ]) {
      say(`Opening ${what} at a steady rate`)
      const pace = (seconds: number): Pace => ({ url: url + path, headers: { accept }, perSecond: PER_SECOND, seconds })
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
