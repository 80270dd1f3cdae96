import * as Type from 'typebox'
import { defineRoute, serviceNames } from '../define.ts'
import { Id, Instant, nullableText, oneOf, pageQuery, text } from '../primitives.ts'

/** Whether it is this or a million that waits is no matter. */
export const WAITING_COUNT_MAX = 10_000
export const DEAD_LETTER_PAGE_MAX = 50
export const AUDIT_PAGE_MAX = 50
export const REASON_MAX = 500

const Service = oneOf(serviceNames)
const OneService = Type.Object({ service: Service })
const OneDeadLetter = Type.Object({ service: Service, id: Id })

/** What may wait in a service. */
const waitingKinds = [
  'events',
  'retries',
  'dead-letters',
  'mails',
  'contact-rows',
  'shared-documents',
  'campaign-mails',
  'sendings',
  'sheet-jobs',
  'audiences',
  'customer-writes',
  'away-sheets',
] as const

/** Of what waits: how many, and since when the oldest. */
export const Waiting = Type.Object({
  kind: oneOf(waitingKinds),
  count: Type.Integer({ description: `counted up to ${WAITING_COUNT_MAX}` }),
  oldestAt: nullableText('ISO 8601 in UTC; null when nothing waits'),
})
export type Waiting = Type.Static<typeof Waiting>

/** Something a service works with, as the replica that was asked sees it. */
export const Part = Type.Object({ name: Type.String(), isUp: Type.Boolean(), since: Instant })
export type Part = Type.Static<typeof Part>

export const getServiceState = defineRoute({
  id: 'getServiceState',
  service: 'each',
  method: 'GET',
  url: '/admin/operations/:service/state',
  access: 'operator',
  summary: 'What waits in this service, and what it works with and since when that is there or away. Answered within three seconds',
  schema: {
    params: OneService,
    response: {
      200: Type.Object({
        parts: Type.Array(Part),
        waiting: Type.Array(Waiting),
        isCounted: Type.Boolean({ description: 'false while the database does not answer: nothing is known of what waits' }),
      }),
    },
  },
})

const deadLetterFields = {
  _id: Id,
  type: Type.String({ description: 'of the event; `unknown` for what is none' }),
  error: Type.String(),
  attempts: Type.Integer(),
  failedAt: Instant,
  retryAt: nullableText('when it is tried again; null once it was given up'),
}

/** An event that a service could not handle. */
export const DeadLetter = Type.Object(deadLetterFields)
export type DeadLetter = Type.Static<typeof DeadLetter>

export const listDeadLetters = defineRoute({
  id: 'listDeadLetters',
  service: 'each',
  method: 'GET',
  url: '/admin/operations/:service/dead-letters',
  access: 'operator',
  summary: 'Events that this service could not handle, the newest failure first; those that are still tried again included',
  schema: {
    params: OneService,
    querystring: pageQuery(DEAD_LETTER_PAGE_MAX),
    response: { 200: Type.Array(DeadLetter) },
  },
})

export const showDeadLetter = defineRoute({
  id: 'showDeadLetter',
  service: 'each',
  method: 'GET',
  url: '/admin/operations/:service/dead-letters/:id',
  access: 'operator',
  summary: 'One of them with its event, of which words that people wrote are told by their length alone',
  schema: { params: OneDeadLetter, response: { 200: Type.Object({ ...deadLetterFields, event: Type.Unknown() }) } },
})

/** `affected`: to how many it was done; 0 when somebody was faster. */
const Acted = Type.Object({ message: Type.String(), affected: Type.Integer() })

export const replayDeadLetter = defineRoute({
  id: 'replayDeadLetter',
  service: 'each',
  method: 'POST',
  url: '/admin/operations/:service/dead-letters/:id/replay',
  access: 'operator',
  idempotent: true,
  summary: 'Try a given-up event once more. What fails again comes back with its new error',
  schema: { params: OneDeadLetter, response: { 200: Acted } },
})

export const replayDeadLetters = defineRoute({
  id: 'replayDeadLetters',
  service: 'each',
  method: 'POST',
  url: '/admin/operations/:service/dead-letters/replay',
  access: 'operator',
  idempotent: true,
  summary: 'Try every given-up event of a type once more',
  schema: {
    params: OneService,
    body: Type.Object({ type: text(200) }, { additionalProperties: false }),
    response: { 200: Acted },
  },
})

export const dropDeadLetter = defineRoute({
  id: 'dropDeadLetter',
  service: 'each',
  method: 'POST',
  url: '/admin/operations/:service/dead-letters/:id/drop',
  access: 'operator',
  idempotent: true,
  summary: 'Delete an event for good, and say why: given up, waiting for a retry, or being handled, which then has no effect',
  schema: {
    params: OneDeadLetter,
    body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: REASON_MAX }) }, { additionalProperties: false }),
    response: { 200: Acted },
  },
})

/** What operators do. */
const auditedActions = [
  'replay',
  'replay-type',
  'drop',
  'mark-operator',
  'unmark-operator',
  'remove-admin',
  'reset-second-factor',
  'rotate-signing-key',
  'encrypt-secrets',
  'discard-secrets',
] as const

/** A line of the audit trail. */
export const AuditEntry = Type.Object({
  _id: Type.Integer(),
  at: Instant,
  actor: nullableText('id of the admin; null at the command line'),
  act: oneOf(auditedActions),
  subject: Type.String({ description: 'what it was done to' }),
  reason: nullableText('where one was given'),
  affected: Type.Integer({ description: 'to how many it was done; 0 when somebody was faster' }),
})
export type AuditEntry = Type.Static<typeof AuditEntry>

export const listAuditEntries = defineRoute({
  id: 'listAuditEntries',
  service: 'each',
  method: 'GET',
  url: '/admin/operations/:service/acts',
  access: 'operator',
  summary: 'What operators did in this service, the newest first. Nothing of it is ever changed or removed',
  schema: { params: OneService, querystring: pageQuery(AUDIT_PAGE_MAX), response: { 200: Type.Array(AuditEntry) } },
})
