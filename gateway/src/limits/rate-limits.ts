import { AppError } from '@app/chassis/errors.ts'
import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import type { RouteContract } from '@app/contracts/define.ts'
import { adminSignIn, requestReset, resetPassword, signIn, signUp } from '@app/contracts/http/identity.ts'
import { sendContact } from '@app/contracts/http/notifications.ts'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    uncounted?: boolean
  }
}

type Limiter = (request: FastifyRequest) => Promise<void>

export interface Limits {
  /** Everything one address may ask in a minute, save routes whose config says `uncounted`. */
  general: Limiter
  /** Tries at one kind of account call in a minute. */
  auth: Limiter
  /** Whether a route is one that strangers guess at or fill with junk. */
  guessable(route: RouteContract): boolean
}

const MINUTE_MS = 60_000
const guessed: ReadonlySet<string> = new Set([signIn, signUp, adminSignIn, requestReset, resetPassword, sendContact].map(({ id }) => id))

/** Counts per client address (an IPv6 network of 64 bits counts as one), in the memory of this replica. */
export async function rateLimits(app: App, requestsAMinute: number, authRequestsAMinute: number): Promise<Limits> {
  await app.register(rateLimit, { global: false })

  const limiter = (max: number, kind?: (request: FastifyRequest) => string): Limiter => {
    const count = app.createRateLimit({
      max,
      timeWindow: MINUTE_MS,
      keyGenerator: (request) => `${kind?.(request) ?? ''} ${clientKey(request.ip)}`,
    })
    return async (request) => {
      if (request.routeOptions.config.uncounted) return
      const state = await count(request)
      if (state.isAllowed || !state.isExceeded) return
      throw new AppError('too-many-requests', 'too-many', 'Too many requests. Please wait a moment and try again.', {
        retryAfter: state.ttlInSeconds,
      })
    }
  }

  return {
    general: limiter(requestsAMinute),
    auth: limiter(authRequestsAMinute, ({ routeOptions }) => (routeOptions.url ?? '').replace(/^\/api/, '')),
    guessable: (route) => guessed.has(route.id),
  }
}
