import { requireCompany } from '@app/chassis/companies/own-company.ts'
import type { App } from '@app/chassis/http/app.ts'
import { readerOf } from '@app/chassis/http/auth.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/colleagues.ts'
import type { TasksDeps } from '../deps.ts'
import { answerReturn, changeColleague, removeColleague } from './change-colleague.ts'
import { findColleagues, toColleague } from './colleague.repository.ts'
import { acceptInvitation, askToReturn, getInvitation, leaveCompany } from './invitation.ts'
import { inviteColleague } from './invite-colleague.ts'

interface ColleagueParams {
  companyProfileId: string
  colleagueId: string
}

const refOf = ({ companyProfileId: companyId, colleagueId }: ColleagueParams) => ({ companyId, colleagueId })

export async function registerColleagueRoutes(app: App, deps: TasksDeps): Promise<void> {
  app.route({
    ...contract.listColleagues,
    handler: async (request) => {
      const { companyProfileId } = request.params
      await requireCompany(deps, readerOf(request), companyProfileId)
      return (await findColleagues(deps.db, companyProfileId)).map(toColleague)
    },
  })

  app.route({
    ...contract.inviteColleague,
    handler: async (request, reply) => {
      const { params, body } = request
      return reply
        .code(201)
        .send(await inviteColleague(deps, readerOf(request), params.companyProfileId, body, idempotentRequestOf(request)))
    },
  })

  app.route({
    ...contract.changeColleague,
    handler: (request) => changeColleague(deps, readerOf(request), refOf(request.params), request.body.may, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.removeColleague,
    handler: (request) => removeColleague(deps, readerOf(request), refOf(request.params), idempotentRequestOf(request)),
  })

  app.route({
    ...contract.answerReturn,
    handler: (request) =>
      answerReturn(deps, readerOf(request), refOf(request.params), request.body.isAccepted, idempotentRequestOf(request)),
  })

  app.route({ ...contract.getInvitation, handler: ({ params }) => getInvitation(deps, params.token) })

  app.route({
    ...contract.acceptInvitation,
    handler: ({ params, body, headers }) => acceptInvitation(deps, params.token, body, headers['user-agent'] ?? ''),
  })

  app.route({
    ...contract.askToReturn,
    handler: ({ params, body, headers }) => askToReturn(deps, params.token, body, headers['user-agent'] ?? ''),
  })

  await app.register(async (scope: App) => {
    // Mailbox providers post a form with one field (RFC 8058). The body is ignored.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    scope.route({ ...contract.leaveCompany, handler: ({ params }) => leaveCompany(deps, params.token) })
  })
}
