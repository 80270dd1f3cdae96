import type { approveReview as contract } from '@app/contracts/http/reviews.ts'
import type * as Type from 'typebox'
import { signsOf } from '../decisions/signs.ts'
import type { TasksDeps } from '../deps.ts'
import { approve } from '../tasks/approve.ts'
import { decideInBrowser } from './admit-browser.ts'
import { clientHash } from './client-hash.ts'
import { hasSeveralClients } from './review-open.repository.ts'
import { reviewAfter } from './with-review.ts'

type Approval = Type.Static<typeof contract.schema.body>

interface Client {
  cookies: string
  userAgent: string
  ip: string
}

/** Approves the preview of a link. With signs of a machine, the approval must be confirmed before the task is posted. */
export const approveReview = (
  deps: TasksDeps,
  token: string,
  { previewNo, interaction, code }: Approval,
  { cookies, userAgent, ip }: Client,
): ReturnType<typeof decideInBrowser> =>
  decideInBrowser(deps, token, previewNo, { cookies, code }, async (trx, subject) => {
    const { link, task } = subject
    const signs = signsOf({
      isEarly: link.isEarly,
      hasSeveralClients: await hasSeveralClients(trx, link.id, clientHash(deps, link.id, ip)),
      userAgent,
      interaction,
    })
    return reviewAfter(trx, deps, subject, await approve(trx, deps, task, { channel: 'review-link', link, signs }))
  })
