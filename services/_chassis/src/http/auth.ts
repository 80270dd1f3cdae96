import type { Access } from '@app/contracts/define.ts'
import type { Role } from '@app/contracts/http/identity.ts'
import fastifyJwt, { type TokenOrHeader } from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../errors.ts'
import { checkedTokens } from './checked-tokens.ts'
import type { KeySet } from './key-set.ts'

export const TOKEN_ISSUER = 'identity'
export const TOKEN_LIFE_SECONDS = 12 * 3_600

/** What a token says. Times in seconds since 1970. */
export interface TokenClaims {
  sub: string
  role: Role
  iat: number
  exp: number
  /** The id of this token. */
  jti: string
  /** Of an admin who is marked so. The tokens end with the marking. */
  operator?: true
}

/** Whether a token was ended before its time. */
export type IsRevoked = (claims: TokenClaims) => boolean | Promise<boolean>

export interface Caller {
  id: string
  role: Role
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: { sub: string; role: Role; iat?: number; jti: string; operator?: true }
    user: TokenClaims
  }
}

const notSignedIn = (cause?: unknown) => new AppError('not-signed-in', 'unauthenticated', 'Session expired. Please log in again', { cause })

/** The signed-in caller. 401 on a route that is open to the public and was called without a token. */
export function callerOf(request: FastifyRequest): Caller {
  const claims: TokenClaims | null = request.user
  if (!claims) throw notSignedIn()
  return { id: claims.sub, role: claims.role }
}

/** The owner whose things alone a caller sees; admins see all. */
export const ownerIdOf = ({ id, role }: Caller): string | undefined => (role === 'owner' ? id : undefined)

/** A caller on whose behalf another service can be asked. */
export type Reader = Caller & { authorization: string }

export const readerOf = (request: FastifyRequest): Reader => ({ ...callerOf(request), authorization: request.headers.authorization ?? '' })

/** The rule stands on the route, as in its contract, or in its `config` where a plugin makes the route. */
const accessOf = (route: RouteOptions & { access?: Access }): Access | undefined => route.access ?? route.config?.access

/** What is none of these words is for nobody. */
function isAllowed(access: Exclude<Access, 'public'>, { role, operator }: TokenClaims): boolean {
  if (access === 'signed-in') return true
  if (access === 'operator') return role === 'admin' && operator === true
  return access === role
}

interface AuthOptions {
  keys: KeySet
  isRevoked: IsRevoked
}

/**
 * Every route must carry its contract's `access`; one that does not, does not register. Tokens are checked by
 * signature, issuer and life against identity's public keys, and checked tokens are cached; whether they were ended is
 * asked each time.
 */
async function auth(app: FastifyInstance, { keys, isRevoked }: AuthOptions): Promise<void> {
  await app.register(fastifyJwt, {
    secret: (_request: FastifyRequest, token: TokenOrHeader) => keys.publicKey('header' in token ? token.header.kid : undefined),
    decode: { complete: true },
    verify: { algorithms: ['EdDSA'], allowedIss: TOKEN_ISSUER, requiredClaims: ['jti'] },
  })
  const checked = checkedTokens<TokenClaims>()

  /** 401 unless the request carries a token of identity's that is alive. */
  async function authenticate(request: FastifyRequest): Promise<void> {
    const { authorization = '' } = request.headers
    const known = checked.get(authorization)
    if (known) request.user = known
    else {
      await request.jwtVerify().catch((error: unknown) => {
        if (error instanceof AppError) throw error
        throw notSignedIn(error)
      })
      checked.add(authorization, request.user)
    }
    if (await isRevoked(request.user)) throw notSignedIn()
  }

  app.addHook('onRoute', (route) => {
    // Browsers ask beforehand, without a token, whether a page of another origin may call.
    if (route.method === 'OPTIONS') return
    const access = accessOf(route)
    if (!access) throw new Error(`${route.method} ${route.url} has no access rule: register it with its contract`)
    if (access === 'public') return
    const authorize = async (request: FastifyRequest): Promise<void> => {
      await authenticate(request)
      if (!isAllowed(access, request.user)) throw new AppError('not-allowed', 'forbidden', 'You are not allowed to do this.')
    }
    route.onRequest = [authorize, ...[route.onRequest ?? []].flat()]
  })
}

export default fp(auth, { name: 'auth' })
