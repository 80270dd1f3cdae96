import { callerOf } from '@app/chassis/http/auth.ts'
import type { FastifyRequest } from 'fastify'

/** Returns the account manager whose companies a request asks for: the caller, or undefined for all companies. */
export const managerIn = (request: FastifyRequest): string | undefined =>
  (request.query as { manager?: 'me' }).manager === 'me' ? callerOf(request).id : undefined
