import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import * as contract from '@app/contracts/http/suppressions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CampaignsDeps } from '../deps.ts'
import { findByToken } from '../suppression/mail-recipient.repository.ts'
import { confirmationPage, donePage, PAGE_HEADERS, unknownPage } from './page.ts'
import { unsubscribe } from './unsubscribe.ts'

/** Rate limit for unknown tokens only, because a mailbox provider may post the tokens of a whole campaign at once. */
const GUESSES = { count: 30, seconds: 60 }

const sendPage = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply.code(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page)

export async function registerUnsubscribeRoutes(app: App, deps: CampaignsDeps): Promise<void> {
  await app.register(async (scope: App) => {
    // Mailbox providers post a form with one field, and the page posts an empty form. The body is ignored.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))

    async function sendUnknown({ ip }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      await consumeLimit(deps.db, { key: `unsubscribe:${clientKey(ip)}`, limit: GUESSES, now: new Date() })
      return sendPage(reply, unknownPage, 404)
    }

    scope.route({
      ...contract.showUnsubscribe,
      handler: async (request, reply) => {
        const recipient = await findByToken(deps.db, request.params.token)
        if (!recipient) return sendUnknown(request, reply)
        return sendPage(reply, recipient.isUnsubscribed ? donePage(recipient) : confirmationPage(recipient))
      },
    })

    scope.route({
      ...contract.unsubscribe,
      handler: async (request, reply) => {
        const recipient = await unsubscribe(deps, request.params.token)
        return recipient ? sendPage(reply, donePage(recipient)) : sendUnknown(request, reply)
      },
    })
  })
}
