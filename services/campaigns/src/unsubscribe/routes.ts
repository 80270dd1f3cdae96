import type { App } from '@app/chassis/http/app.ts'
import * as contract from '@app/contracts/http/suppressions.ts'
import type { FastifyReply } from 'fastify'
import type { CampaignsDeps } from '../deps.ts'
import { findByToken } from '../suppression/token-holder.repository.ts'
import { askPage, donePage, PAGE_POLICY, unknownPage } from './page.ts'
import { unsubscribe } from './unsubscribe.ts'

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': PAGE_POLICY,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

const sendPage = (reply: FastifyReply, page: string | undefined): FastifyReply =>
  reply
    .code(page ? 200 : 404)
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(page ?? unknownPage)

export async function registerUnsubscribeRoutes(app: App, deps: CampaignsDeps): Promise<void> {
  await app.register(async (scope: App) => {
    // Mailbox providers post a form of one field, people an empty one; what is in it is all the same.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))

    scope.route({
      ...contract.showUnsubscribe,
      handler: async ({ params }, reply) => {
        const holder = await findByToken(deps.db, params.token)
        return sendPage(reply, holder && (holder.isUnsubscribed ? donePage(holder) : askPage(holder)))
      },
    })

    scope.route({
      ...contract.unsubscribe,
      handler: async ({ params }, reply) => {
        const holder = await unsubscribe(deps, params.token)
        return sendPage(reply, holder && donePage(holder))
      },
    })
  })
}
