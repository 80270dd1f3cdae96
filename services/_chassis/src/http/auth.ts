import type { Access } from '@app/contracts/define.ts'
import type { Role } from '@app/contracts/http/session.ts'
import fastifyJwt, { type TokenOrHeader } from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from './errors.ts'
import type { KeySet } from './key-set.ts'

export const TOKEN_ISSUER = 'identity'
export const TOKEN_LIFE_SECONDS = 12 * 3_600

export interface TokenClaims {
  sub: string
  role: Role
  iat: number
  exp: number
  jti: string
  /** Set if the user is an operator. The tokens of an admin are revoked when the admin stops being an operator. */
  operator?: true
}

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

const EXPIRED = 'Session expired. Please log in again'

/** The specified sentences for owners and admins differ: only the sentence for admins ends with a full stop. */
const notSignedIn = (access?: Access, cause?: unknown) =>
  new AppError('not-signed-in', 'unauthenticated', access === 'admin' || access === 'operator' ? `${EXPIRED}.` : EXPIRED, { cause })

/** Returns the signed-in caller. Throws a 401 if a public route was called without a token. */
export function callerOf(request: FastifyRequest): Caller {
  const claims: TokenClaims | null = request.user
  if (!claims) throw notSignedIn()
  return { id: claims.sub, role: claims.role }
}

/** Returns the owner's id, which limits a query to the owner's records. Returns undefined for admins, who see all records. */
export const ownerIdOf = ({ id, role }: Caller): string | undefined => (role === 'owner' ? id : undefined)

/** A caller with the `Authorization` header, for calls to other services on behalf of the caller. */
export type Reader = Caller & { authorization: string }

export const readerOf = (request: FastifyRequest): Reader => ({ ...callerOf(request), authorization: request.headers.authorization ?? '' })

/** Returns the access rule of a route: from its contract, or from its `config` if a plugin registers the route. */
const accessOf = (route: RouteOptions & { access?: Access }): Access | undefined => route.access ?? route.config?.access

function isAllowed(access: Exclude<Access, 'public'>, { role, operator }: TokenClaims): boolean {
  if (access === 'signed-in') return true
  if (access === 'operator') return role === 'admin' && operator === true
  return access === role
}

interface AuthOptions {
  keys: KeySet
  isRevoked: IsRevoked
}

/** Checks tokens: signature, issuer and expiry once per token (cached), revocation at every request. Every route needs an `access` rule. */
async function auth(app: FastifyInstance, { keys, isRevoked }: AuthOptions): Promise<void> {
  await app.register(fastifyJwt, {
    secret: (_request: FastifyRequest, token: TokenOrHeader) => keys.publicKey('header' in token ? token.header.kid : undefined),
    decode: { complete: true },
    verify: { algorithms: ['EdDSA'], allowedIss: TOKEN_ISSUER, requiredClaims: ['jti'] },
  })
  const checked = checkedTokens<TokenClaims>()

  async function authenticate(request: FastifyRequest, access: Access): Promise<void> {
    const { authorization = '' } = request.headers
    const known = checked.get(authorization)
    if (known) request.user = known
    else {
      await request.jwtVerify().catch((error: unknown) => {
        if (error instanceof AppError && error.kind !== 'unauthenticated') throw error
        throw notSignedIn(access, error)
      })
      checked.add(authorization, request.user)
    }
    if (await isRevoked(request.user)) throw notSignedIn(access)
  }

  app.addHook('onRoute', (route) => {
    // CORS preflight requests carry no token.
    if (route.method === 'OPTIONS') return
    const access = accessOf(route)
    if (!access) throw new Error(`${route.method} ${route.url} has no access rule: register it with its contract`)
    if (access === 'public') return
    const authorize = async (request: FastifyRequest): Promise<void> => {
      await authenticate(request, access)
      if (!isAllowed(access, request.user)) throw new AppError('not-allowed', 'forbidden', 'You are not allowed to do this.')
    }
    route.onRequest = [authorize, ...[route.onRequest ?? []].flat()]
  })
}

export default fp(auth, { name: 'auth' })

const MAX_TOKENS = 5_000

/**
 * Caches verified claims by `Authorization` header. Without this cache, the verification would take 5 % of the time of a request for a list
 * (measured), even with the verifier's own cache.
 */
function checkedTokens<Claims extends { exp: number }>() {
  const known = new Map<string, Claims>()
  return {
    get(header: string): Claims | undefined {
      const claims = known.get(header)
      return claims && claims.exp * 1000 > Date.now() ? claims : undefined
    },
    add(header: string, claims: Claims): void {
      const oldest = known.size >= MAX_TOKENS ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      known.set(header, claims)
    },
  }
}
