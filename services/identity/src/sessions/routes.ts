import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { adminSignIn, signIn as signInRoute } from '@app/contracts/http/identity.ts'
import { signOutEverywhere as signOutEverywhereRoute, signOut as signOutRoute } from '@app/contracts/http/session.ts'
import type { IdentityDeps } from '../deps.ts'
import { tokenIssuer } from '../tokens/issue-token.ts'
import { signIn, signInAdmin } from './sign-in.ts'
import { signOut, signOutEverywhere } from './sign-out.ts'

export function registerSessionRoutes(app: App, deps: IdentityDeps): void {
  const signInDeps = { ...deps, issueToken: tokenIssuer(app, deps) }

  app.route({
    ...signInRoute,
    handler: async ({ body, ip }) => {
      const token = await signIn(signInDeps, { ...body, client: clientKey(ip) })
      return { Token: token, message: 'Login Successful' }
    },
  })

  app.route({
    ...adminSignIn,
    handler: async ({ body, ip }) => {
      const signedIn = await signInAdmin(signInDeps, { ...body, client: clientKey(ip) })
      return { ...signedIn, message: 'Login Successful!' }
    },
  })

  app.route({
    ...signOutRoute,
    handler: async ({ user }) => {
      await signOut(deps, user)
      return { message: 'Signed out successfully!' }
    },
  })

  app.route({
    ...signOutEverywhereRoute,
    handler: async ({ user }) => {
      await signOutEverywhere(deps, user)
      return { message: 'Signed out everywhere successfully!' }
    },
  })
}
