import type { Readable } from 'node:stream'
import type { App } from '@app/chassis/http/app.ts'
import { type Caller, callerOf, ownerIdOf, readerOf } from '@app/chassis/http/auth.ts'
import { Int4, nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { attachment } from '@app/chassis/storage/content-disposition.ts'
import * as contract from '@app/contracts/http/dispatches.ts'
import { FOUND_MAIL_PAGE_MAX, searchCampaignMails } from '@app/contracts/http/mail-search.ts'
import { listPersonMails } from '@app/contracts/http/person-mails.ts'
import { Id } from '@app/contracts/primitives.ts'
import type { FastifyReply } from 'fastify'
import * as Type from 'typebox'
import type { CampaignsDeps } from '../deps.ts'
import { dispatchNotFound } from '../dispatches/act-on-dispatch.ts'
import { campaignOf } from '../dispatches/dispatch.repository.ts'
import { personMails } from './person-mails.ts'
import { recipientsOf } from './recipient.repository.ts'
import { recipientsCsv } from './recipients-csv.ts'
import { resolveUnknown } from './resolve-unknown.ts'
import { searchMails } from './search-mails.ts'

const recipientKey = Type.Tuple([Int4])
const mailKey = Type.Tuple([Id])

const sendCsv = (reply: FastifyReply, csv: Readable): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .headers({ 'content-disposition': attachment('recipients.csv'), 'cache-control': 'no-store' })
    .send(csv)

export function registerRecipientRoutes(app: App, deps: CampaignsDeps): void {
  const { db } = deps
  const requireDispatch = async (caller: Caller, id: string): Promise<void> => {
    if (!(await campaignOf(db, id, ownerIdOf(caller)))) throw dispatchNotFound()
  }

  app.route({
    ...contract.listRecipients,
    handler: async (request, reply) => {
      const { id } = request.params
      const { limit = contract.PEOPLE_PAGE_MAX, cursor, only, search } = request.query
      const after = readCursor(cursor, recipientKey)?.[0]
      await requireDispatch(callerOf(request), id)
      const people = await recipientsOf(db, id, { limit: limit + 1, only, search, after })
      return nextPage(request, reply, people, limit, ({ position }) => [position])
    },
  })

  app.route({
    ...contract.downloadRecipients,
    handler: async (request, reply) => {
      const { id } = request.params
      await requireDispatch(callerOf(request), id)
      return sendCsv(reply, recipientsCsv(db, id))
    },
  })

  app.route({
    ...searchCampaignMails,
    handler: async (request, reply) => {
      const { address, limit = FOUND_MAIL_PAGE_MAX, cursor } = request.query
      const found = await searchMails(db, { address, limit: limit + 1, after: readCursor(cursor, mailKey)?.[0] })
      const mails = nextPage(request, reply, found, limit, ({ dispatchId }) => [dispatchId])
      return { mails, keptDays: deps.recipientsKeptDays }
    },
  })

  app.route({
    ...listPersonMails,
    handler: (request) => personMails(deps, readerOf(request), request.params.companyProfileId, request.query.address),
  })

  app.route({
    ...contract.resolveUnknown,
    handler: (request) => {
      const { id: dispatchId, personId } = request.params
      return resolveUnknown(deps, callerOf(request), { dispatchId, personId, as: request.body.as }, idempotentRequestOf(request))
    },
  })
}
