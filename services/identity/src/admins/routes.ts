import type { App } from '@app/chassis/http/app.ts'
import { listAdmins as listAdminsRoute, removeAdmin as removeAdminRoute } from '@app/contracts/http/identity.ts'
import type { IdentityDeps } from '../deps.ts'
import { listAdmins } from './list-admins.ts'
import { removeAdmin } from './remove-admin.ts'

export function registerAdminRoutes(app: App, deps: IdentityDeps): void {
  app.route({ ...listAdminsRoute, handler: () => listAdmins(deps) })

  app.route({
    ...removeAdminRoute,
    handler: async ({ params, user }) => {
      await removeAdmin(deps, { id: params.id, by: user.sub })
      return { message: 'Admin removed successfully!' }
    },
  })
}
