import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import * as contract from '@app/contracts/http/suppressions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
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

/**
 * Of one address. Only links that are not known count: a mailbox provider posts those of a whole campaign at once, and nobody who
 * has one is to be turned away.
 */
const GUESSES = { count: 30, seconds: 60 }

const sendPage = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply.code(status).headers(headers).type('text/html; charset=utf-8').send(page)

export async function registerUnsubscribeRoutes(app: App, deps: CampaignsDeps): Promise<void> {
  await app.register(async (scope: App) => {
    // Mailbox providers post a form of one field, people an empty one; what is in it is all the same.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))

    async function sendUnknown({ ip }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      await consumeLimit(deps.db, { key: `unsubscribe:${clientKey(ip)}`, limit: GUESSES, now: new Date() })
      return sendPage(reply, unknownPage, 404)
    }

    scope.route({
      ...contract.showUnsubscribe,
      handler: async (request, reply) => {
        const holder = await findByToken(deps.db, request.params.token)
        if (!holder) return sendUnknown(request, reply)
        return sendPage(reply, holder.isUnsubscribed ? donePage(holder) : askPage(holder))
      },
    })

    scope.route({
      ...contract.unsubscribe,
      handler: async (request, reply) => {
        const holder = await unsubscribe(deps, request.params.token)
        return holder ? sendPage(reply, donePage(holder)) : sendUnknown(request, reply)
      },
    })
  })
}
