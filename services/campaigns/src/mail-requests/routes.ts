import type { App } from '@app/chassis/http/app.ts'
import * as contract from '@app/contracts/http/mail-links.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CampaignsDeps } from '../deps.ts'
import { PAGE_HEADERS, unknownLinkPage } from '../unsubscribe/page.ts'
import { findRequestedMail, type MailRequest, recordRequest } from './record-request.ts'

/** A transparent GIF of one pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Browsers show the picture in emails on other sites only with `cross-origin`. */
const PICTURE_HEADERS = { ...PAGE_HEADERS, 'cross-origin-resource-policy': 'cross-origin' }

const NUMBER = /^(?:0|[1-9]\d{0,3})$/

const requestOf = ({ method, headers, ip }: FastifyRequest, link: number | null): MailRequest => ({
  link,
  isHead: method === 'HEAD',
  userAgent: headers['user-agent'] ?? '',
  ip,
})

const sendUnknown = (reply: FastifyReply): FastifyReply =>
  reply.code(404).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(unknownLinkPage)

const sendPicture = (reply: FastifyReply): FastifyReply => reply.headers(PICTURE_HEADERS).type('image/gif').send(PICTURE)

/** Registers the routes that emails of campaigns contain: redirects to the targets of links, and the picture. */
export function registerMailRequestRoutes(app: App, deps: CampaignsDeps): void {
  app.route({
    ...contract.followMailLink,
    handler: async (request, reply) => {
      const { token, link } = request.params
      const number = NUMBER.test(link) ? Number(link) : -1
      const mail = await findRequestedMail(deps.db, token)
      const target = mail?.links[number]
      if (!mail || target === undefined) return sendUnknown(reply)
      await recordRequest(deps, mail, requestOf(request, number))
      return reply.headers(PAGE_HEADERS).redirect(target, 302)
    },
  })

  app.route({
    ...contract.getMailPicture,
    handler: async (request, reply) => {
      const mail = await findRequestedMail(deps.db, request.params.token)
      if (mail) await recordRequest(deps, mail, requestOf(request, null))
      return sendPicture(reply)
    },
  })
}
