import type { App } from '@app/chassis/http/app.ts'
import { readerOf } from '@app/chassis/http/auth.ts'
import { endOfRequest } from '@app/chassis/http/end-of-request.ts'
import { withForm } from '@app/chassis/http/receive-form.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { proofreadStep } from '@app/contracts/http/campaign-proofreading.ts'
import * as contract from '@app/contracts/http/mails.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import type { CampaignsDeps } from '../deps.ts'
import { ATTACHMENT_FILES } from '../files/attachment-files.ts'
import { previewMail } from './preview-mail.ts'
import { proofreadDraft } from './proofread-draft.ts'
import { sendTestMail } from './send-test-mail.ts'

export function registerPreviewRoutes(app: App, deps: CampaignsDeps): void {
  const target = { store: deps.store, prefix: ATTACHMENT_FILES }

  app.route({ ...contract.previewMail, handler: (request) => previewMail(deps, readerOf(request), request.body) })

  app.route({
    ...proofreadStep,
    handler: (request, reply) =>
      withForm(request, proofreadStep, target, (form) => proofreadDraft(deps, readerOf(request), form, endOfRequest(request, reply))),
  })

  app.route({
    ...contract.sendTestMail,
    handler: (request) =>
      withForm(request, contract.sendTestMail, target, (form) => {
        const key = request.headers[IDEMPOTENCY_KEY]?.toString()
        return sendTestMail(deps, { owner: readerOf(request), form, key }, idempotentRequestOf(request))
      }),
  })
}
