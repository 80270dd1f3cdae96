import type { approveReview as contract } from '@app/contracts/http/reviews.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { approve } from '../tasks/approve.ts'
import { decideInBrowser } from './admit-browser.ts'
import { botSignalsOfClient, type Client } from './bot-signals-of-client.ts'
import { withNext } from './next-review.ts'
import { reviewAfter } from './with-review.ts'

type Approval = Type.Static<typeof contract.schema.body>

/**
 * Approves the preview of a link. If the decision has signs of a machine, the approval is unconfirmed: it must be confirmed before the task
 * is posted.
 */
export const approveReview = (
  deps: TasksDeps,
  token: string,
  { previewNo, interaction, code }: Approval,
  client: Client,
): ReturnType<typeof decideInBrowser> =>
  decideInBrowser(deps, token, previewNo, { ...client, code }, async (trx, subject) => {
    const { link, task } = subject
    const signs = await botSignalsOfClient(trx, deps, link, client, interaction)
    const approved = await approve(trx, deps, task, { channel: 'review-link', link, signs })
    return withNext(trx, deps, subject, signs, await reviewAfter(trx, deps, subject, approved))
  })
