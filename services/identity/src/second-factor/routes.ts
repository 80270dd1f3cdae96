import type { App } from '@app/chassis/http/app.ts'
import {
  beginSecondFactor as beginRoute,
  confirmSecondFactor as confirmRoute,
  removeSecondFactor as removeRoute,
} from '@app/contracts/http/identity.ts'
import type { IdentityDeps } from '../deps.ts'
import { tokenIssuer } from '../tokens/issue-token.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from './manage-second-factor.ts'

export function registerSecondFactorRoutes(app: App, deps: IdentityDeps): void {
  const tokenDeps = { ...deps, issueToken: tokenIssuer(app, deps) }

  app.route({ ...beginRoute, handler: ({ user }) => beginSecondFactor(deps, user.sub) })

  app.route({ ...confirmRoute, handler: ({ user, body }) => confirmSecondFactor(tokenDeps, { userId: user.sub, code: body.code }) })

  app.route({
    ...removeRoute,
    handler: async ({ user, body }) => {
      await removeSecondFactor(deps, { userId: user.sub, code: body.code })
      return { message: 'Second factor removed successfully!' }
    },
  })
}
