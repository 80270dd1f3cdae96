import type { App } from '@app/chassis/http/app.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { RouteContract } from '@app/contracts/define.ts'
import { acceptAdminInvitation, checkAdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import { confirmEmailChange, revertEmailChange } from '@app/contracts/http/email-changes.ts'
import { verifyEmail } from '@app/contracts/http/email-verification.ts'
import { adminSignIn, requestReset, resetPassword, signIn, signUp } from '@app/contracts/http/identity.ts'
import { sendContact } from '@app/contracts/http/notifications.ts'
import { reportWebError } from '@app/contracts/http/web-errors.ts'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { targetOf } from './targets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    uncounted?: boolean
  }
}

export type Limiter = (request: FastifyRequest) => Promise<void>

export type Limits = Awaited<ReturnType<typeof rateLimits>>

/** Requests per minute and client IP address. */
interface PerMinute {
  general: number
  pages: number
  auth: number
  reviewChanges: number
}

const MINUTE_MS = 60_000
/** URLs that an orchestrator requests repeatedly, from one IP address. Therefore, requests for these URLs are not limited. */
export const probes: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])
const guessableIds: ReadonlySet<string> = new Set(
  [
    signIn,
    signUp,
    adminSignIn,
    requestReset,
    resetPassword,
    verifyEmail,
    checkAdminInvitation,
    acceptAdminInvitation,
    confirmEmailChange,
    revertEmailChange,
    sendContact,
    reportWebError,
  ].map(({ id }) => id),
)

/** Counts requests per client IP address in this replica's memory. IPv6 addresses are grouped by /64 network. */
export async function rateLimits(app: App, perMinute: PerMinute) {
  await app.register(rateLimit, { global: false })

  const limiter = (max: number, kind?: (request: FastifyRequest) => string): Limiter => {
    const count = app.createRateLimit({
      max,
      timeWindow: MINUTE_MS,
      keyGenerator: (request) => `${kind?.(request) ?? ''} ${clientKey(request.ip)}`,
    })
    return async (request) => {
      const state = await count(request)
      if (state.isAllowed || !state.isExceeded) return
      throw new AppError('too-many-requests', 'too-many', 'Too many requests. Please wait a moment and try again.', {
        retryAfter: state.ttlInSeconds,
      })
    }
  }

  const calls = limiter(perMinute.general)
  const pages = limiter(perMinute.pages)
  return {
    /**
     * Limits the requests per minute. Pages have one limit. Routes of the contracts and files share a second limit. Probes and routes with
     * the config `uncounted` are not limited.
     */
    async general(request: FastifyRequest): Promise<void> {
      const { config, url } = request.routeOptions
      if (config.uncounted || probes.has(url)) return
      await (targetOf(request) === 'page' ? pages(request) : calls(request))
    },
    /** Limits requests to guessable routes (see `guessable`). Each of these routes has a separate limit. */
    auth: limiter(perMinute.auth, ({ routeOptions }) => (routeOptions.url ?? '').replace(/^\/api/, '')),
    /** Limits the requests that change data with the token of a review link or of an invitation. All of these routes share this limit. */
    reviewChanges: limiter(perMinute.reviewChanges),
    /**
     * Limits requests with an invalid token of a review link, of an invitation or of a calendar feed. Requests with a valid token are not
     * counted and not rejected.
     */
    invalidTokens: limiter(perMinute.auth),
    /** Whether anonymous visitors could use the route to guess secrets or to submit spam. */
    guessable: (route: RouteContract): boolean => guessableIds.has(route.id),
  }
}
