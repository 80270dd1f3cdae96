import type { App } from '@app/chassis/http/app.ts'
import { callerOf, readerOf } from '@app/chassis/http/auth.ts'
import { beforeForm, withForm } from '@app/chassis/http/receive-form.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import * as contract from '@app/contracts/http/reviews.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TasksDeps } from '../deps.ts'
import { TASK_FILES } from '../files/task-files.ts'
import { confirmApproval } from '../tasks/confirm-approval.ts'
import type { decideInBrowser } from './admit-browser.ts'
import { approveReview } from './approve-review.ts'
import type { Client } from './bot-signals-of-client.ts'
import { confirmReview } from './confirm-review.ts'
import { getReview } from './get-review.ts'
import { referReviewBack, refuseReferral } from './refer-review-back.ts'
import { resendReview } from './resend-review.ts'
import { getReviewSettings, setReviewSettings } from './review-settings.ts'
import { snoozeReview } from './snooze-review.ts'
import { undoReview } from './undo-review.ts'

/** Returns the review, and sets the cookie, so that later decisions in this browser need no code. */
function sendDecided(reply: FastifyReply, { review, cookie }: Awaited<ReturnType<typeof decideInBrowser>>): Review {
  if (cookie) reply.header('set-cookie', cookie)
  return review
}

const clientOf = ({ headers, ip }: FastifyRequest): Client => ({
  cookies: headers.cookie ?? '',
  userAgent: headers['user-agent'] ?? '',
  ip,
})

export function registerReviewRoutes(app: App, deps: TasksDeps): void {
  const target = { store: deps.store, prefix: TASK_FILES }

  app.route({
    ...contract.getReview,
    handler: (request) => getReview(deps, request.params.token, request.method === 'GET' ? clientOf(request) : undefined),
  })

  app.route({
    ...contract.approveReview,
    handler: async (request, reply) => {
      const { params, body } = request
      return sendDecided(reply, await approveReview(deps, params.token, body, clientOf(request)))
    },
  })

  app.route({
    ...contract.referReviewBack,
    handler: async (request, reply) => {
      const { token } = request.params
      await beforeForm(request, async () => void (await refuseReferral(deps, token)))
      return sendDecided(
        reply,
        await withForm(request, contract.referReviewBack, target, (form) => referReviewBack(deps, token, form, clientOf(request))),
      )
    },
  })

  app.route({ ...contract.undoReview, handler: ({ params, body }) => undoReview(deps, params.token, body) })

  app.route({ ...contract.snoozeReview, handler: ({ params, body }) => snoozeReview(deps, params.token, body.until) })

  app.route({ ...contract.confirmReview, handler: ({ params, body }) => confirmReview(deps, params.token, body.code) })

  app.route({
    ...contract.resendReview,
    handler: async ({ params }, reply) => reply.code(202).send(await resendReview(deps, params.token)),
  })

  app.route({
    ...contract.confirmApproval,
    handler: (request) => confirmApproval(deps, callerOf(request), request.params.id, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.getReviewSettings,
    handler: (request) => getReviewSettings(deps, readerOf(request), request.params.companyProfileId),
  })

  app.route({
    ...contract.setReviewSettings,
    handler: (request) =>
      setReviewSettings(deps, readerOf(request), request.params.companyProfileId, request.body, idempotentRequestOf(request)),
  })
}
