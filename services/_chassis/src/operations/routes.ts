import type { ServiceName } from '@app/contracts/define.ts'
import { routeOf } from '@app/contracts/each-service.ts'
import * as contract from '@app/contracts/http/operations.ts'
import { Id } from '@app/contracts/primitives.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import * as Type from 'typebox'
import type { App } from '../http/app.ts'
import { callerOf } from '../http/auth.ts'
import { AppError, refusedField } from '../http/errors.ts'
import { Moment, nextPage, readCursor } from '../http/paging.ts'
import { idempotentRequestOf } from '../idempotency/plugin.ts'
import type { Logger } from '../logging/logger.ts'
import { dropDeadLetter, findDeadLetter, listDeadLetters, replayDeadLetters } from '../messaging/dead-letters.ts'
import type { Trx } from '../messaging/outbox.ts'
import { redactForDisplay } from '../messaging/redact.ts'
import type { DependencyWatch } from '../service/dependencies.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { auditEntriesBefore } from './audit-entries.ts'
import { queueFigures, responseFigures } from './figures.ts'
import { countWaiting, type WaitingKind } from './queue-figures.ts'

interface Operations<T> {
  service: ServiceName
  db: Kysely<T>
  parts: DependencyWatch['parts']
  log: Logger
  /** The service's metrics. Without them, the state contains no figures about queues. */
  registry?: Registry
  waiting?: readonly WaitingKind[]
}

/**
 * Time limit, in milliseconds, for counting waiting work and for reading the figures about queues. A result that takes longer is omitted
 * from the response.
 */
const COUNT_LIMIT_MS = 2_500

const deadLetterKey = Type.Tuple([Moment, Id])
const entryKey = Type.Tuple([Type.Integer()])

/** Stores the response in the transaction of the action, so that a repeated request has no second effect. */
function actingFor(request: FastifyRequest, done: (affected: number) => string, nothingDone = TOO_LATE) {
  const idempotency = idempotentRequestOf(request)
  return {
    actor: callerOf(request).id,
    answer: (trx: Trx, affected: number) =>
      idempotency.storeResponse(trx, { message: affected === 0 ? nothingDone : done(affected), affected }),
  }
}

const TOO_LATE = 'Nothing to retry: the event was handled or dropped, or is being retried already.'
const retryMessage = (affected: number): string => (affected === 1 ? 'The event is being retried' : `${affected} events are being retried`)

/** Registers the routes for operators, which are the same in every service. */
export function registerOperations<T>(app: App, { service, db, parts, log, registry, waiting = [] }: Operations<T>): void {
  app.route({
    ...routeOf(contract.getServiceState, service),
    handler: async () => {
      const inTime = <R>(what: string, read: Promise<R>) =>
        withTimeout(COUNT_LIMIT_MS, what, read).catch((error: unknown) => log.warn({ err: error }, `${what} failed`))
      const [counted, queues] = await Promise.all([
        inTime('Counting waiting work', countWaiting(db, waiting)),
        registry && inTime('Reading figures', queueFigures(registry, db)),
      ])
      const figures = [...responseFigures(app.recentResponses), ...(queues ?? [])]
      return { parts: parts(), waiting: counted ?? [], isCounted: counted !== undefined, figures }
    },
  })

  app.route({
    ...routeOf(contract.listDeadLetters, service),
    handler: async (request, reply) => {
      const { limit = contract.DEAD_LETTER_PAGE_MAX, cursor } = request.query
      const found = await listDeadLetters(db, { limit: limit + 1, after: readCursor(cursor, deadLetterKey) })
      return nextPage(request, reply, found, limit, ({ failedAt, _id }) => [failedAt, _id])
    },
  })

  app.route({
    ...routeOf(contract.showDeadLetter, service),
    handler: async ({ params }) => {
      const deadLetter = await findDeadLetter(db, params.id)
      if (!deadLetter) throw new AppError('letter-not-found', 'not-found', 'This dead letter no longer exists.')
      return { ...deadLetter, event: redactForDisplay(deadLetter.event) }
    },
  })

  app.route({
    ...routeOf(contract.replayDeadLetter, service),
    handler: (request) => replayDeadLetters(db, { id: request.params.id }, actingFor(request, retryMessage)),
  })

  app.route({
    ...routeOf(contract.replayDeadLetters, service),
    handler: (request) => replayDeadLetters(db, { type: request.body.type }, actingFor(request, retryMessage)),
  })

  app.route({
    ...routeOf(contract.dropDeadLetter, service),
    handler: (request) => {
      const { id } = request.params
      const reason = request.body.reason.trim()
      if (isBlank(reason)) throw refusedField('reason', 'Please enter a reason. It is recorded in the audit trail.')
      return dropDeadLetter(
        db,
        { service, id, reason },
        actingFor(request, () => 'Dropped', 'Nothing to drop: the event was handled or dropped already.'),
      )
    },
  })

  app.route({
    ...routeOf(contract.listAuditEntries, service),
    handler: async (request, reply) => {
      const { limit = contract.AUDIT_PAGE_MAX, cursor } = request.query
      const entries = await auditEntriesBefore(db, limit + 1, readCursor(cursor, entryKey)?.[0])
      return nextPage(request, reply, entries, limit, ({ _id }) => [_id])
    },
  })
}
