import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { adminSignIn, signIn as signInRoute } from '@app/contracts/http/identity.ts'
import type { IdentityDeps } from '../deps.ts'
import { tokenIssuer } from '../tokens/issue-token.ts'
import { signIn } from './sign-in.ts'

export function registerSessionRoutes(app: App, deps: IdentityDeps): void {
  const signInDeps = { ...deps, issueToken: tokenIssuer(app, deps.signingKey) }

  app.route({
    ...signInRoute,
    handler: async ({ body, ip }) => {
      const token = await signIn(signInDeps, { ...body, role: 'owner', client: clientKey(ip) })
      return { Token: token, message: 'Login Successful' }
    },
  })

  app.route({
    ...adminSignIn,
    handler: async ({ body, ip }) => {
      const token = await signIn(signInDeps, { ...body, role: 'admin', client: clientKey(ip) })
      return { token, message: 'Login Successful!' }
    },
  })
}
