import type { App } from '@app/chassis/http/app.ts'
import { callerOf, readerOf } from '@app/chassis/http/auth.ts'
import { beforeForm, withForm } from '@app/chassis/http/receive-form.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/reviews.ts'
import type { TasksDeps } from '../deps.ts'
import { TASK_FILES } from '../files/task-files.ts'
import { confirmApproval } from '../tasks/confirm-approval.ts'
import { approveReview } from './approve-review.ts'
import { confirmReview } from './confirm-review.ts'
import { getReview } from './get-review.ts'
import { referReviewBack, refuseReferral } from './refer-review-back.ts'
import { resendReview } from './resend-review.ts'
import { getReviewSettings, setReviewSettings } from './review-settings.ts'
import { undoReview } from './undo-review.ts'

export function registerReviewRoutes(app: App, deps: TasksDeps): void {
  const target = { store: deps.store, prefix: TASK_FILES }

  app.route({
    ...contract.getReview,
    handler: ({ method, params, ip }) => getReview(deps, params.token, method === 'GET' ? ip : undefined),
  })

  app.route({
    ...contract.approveReview,
    handler: ({ params, body, headers }) => approveReview(deps, params.token, body, headers['user-agent'] ?? ''),
  })

  app.route({
    ...contract.referReviewBack,
    handler: async (request) => {
      const { token } = request.params
      await beforeForm(request, () => refuseReferral(deps, token))
      return withForm(request, contract.referReviewBack, target, (form) => referReviewBack(deps, token, form))
    },
  })

  app.route({ ...contract.undoReview, handler: ({ params, body }) => undoReview(deps, params.token, body) })

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
