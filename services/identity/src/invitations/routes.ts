import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/admin-invitations.ts'
import type { IdentityDeps } from '../deps.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { checkInvitation } from './check-invitation.ts'
import { allInvitations } from './invitations.repository.ts'
import { inviteAdmin } from './invite-admin.ts'
import { revokeInvitation } from './revoke-invitation.ts'

export function registerInvitationRoutes(app: App, deps: IdentityDeps): void {
  app.route({
    ...contract.inviteAdmin,
    handler: async (request, reply) => {
      const { email, ...proof } = request.body
      const invitation = { email, by: request.user.sub, proof: { ...proof, client: clientKey(request.ip) } }
      return reply.code(201).send(await inviteAdmin(deps, invitation, idempotentRequestOf(request)))
    },
  })

  app.route({ ...contract.listAdminInvitations, handler: () => allInvitations(deps.db, deps.now()) })

  app.route({
    ...contract.revokeAdminInvitation,
    handler: (request) => revokeInvitation(deps, { id: request.params.id, by: request.user.sub }, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.checkAdminInvitation,
    handler: ({ body, ip }) => checkInvitation(deps, { token: body.token, client: clientKey(ip) }),
  })

  app.route({
    ...contract.acceptAdminInvitation,
    handler: async (request, reply) => {
      const given = { ...request.body, client: clientKey(request.ip) }
      return reply.code(201).send(await acceptInvitation(deps, given, idempotentRequestOf(request)))
    },
  })
}
