import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { listAdmins, removeAdmin as removeAdminRoute, setMyName as setMyNameRoute } from '@app/contracts/http/identity.ts'
import type { IdentityDeps } from '../deps.ts'
import { allAdmins } from './admins.repository.ts'
import { removeAdmin } from './remove-admin.ts'
import { setMyName } from './set-my-name.ts'

export function registerAdminRoutes(app: App, deps: IdentityDeps): void {
  app.route({ ...listAdmins, handler: () => allAdmins(deps.db) })

  app.route({
    ...setMyNameRoute,
    handler: (request) => setMyName(deps, { id: request.user.sub, name: request.body.name }, idempotentRequestOf(request)),
  })

  app.route({
    ...removeAdminRoute,
    handler: async ({ params, user, body, ip }) => {
      await removeAdmin(deps, { id: params.id, by: user.sub, proof: { ...body, client: clientKey(ip) } })
      return { message: 'Admin removed successfully!' }
    },
  })
}
