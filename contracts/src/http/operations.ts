import * as Type from 'typebox'
import { defineRoute, serviceNames } from '../define.ts'
import { Id, Instant, nullableText, oneOf, pageQuery, strictObject, text } from '../primitives.ts'

/** Maximum count of waiting items of one kind. Counting stops at this number, because counting millions of rows is slow. */
export const WAITING_COUNT_MAX = 10_000
export const DEAD_LETTER_PAGE_MAX = 50
export const AUDIT_PAGE_MAX = 50
export const REASON_MAX = 500

const Service = oneOf(serviceNames)
const OneService = Type.Object({ service: Service })
const OneDeadLetter = Type.Object({ service: Service, id: Id })

const waitingKinds = [
  'events',
  'retries',
  'dead-letters',
  'mails',
  'task-mails',
  'account-mails',
  'company-mails',
  'document-mails',
  'sheet-mails',
  'campaign-notices',
  'contact-rows',
  'shared-documents',
  'campaign-mails',
  'sendings',
  'sheet-jobs',
  'audiences',
  'customer-writes',
  'away-sheets',
  'preview-files',
  'proofreading',
  'reports',
  'exports',
  'erasures',
] as const

export const Waiting = Type.Object({
  kind: oneOf(waitingKinds),
  count: Type.Integer({ description: `capped at ${WAITING_COUNT_MAX}` }),
  oldestAt: nullableText('ISO 8601 in UTC; null if no item is waiting'),
})
export type Waiting = Type.Static<typeof Waiting>

/** A dependency of a service. `isUp` is its state for the replica that handled the request. */
export const Part = Type.Object({ name: Type.String(), isUp: Type.Boolean(), since: Instant })
export type Part = Type.Static<typeof Part>

const figureNames = ['failed-responses', 'slow-responses', 'events-waiting', 'work-overdue'] as const

/**
 * A measured value of a service. `failed-responses`: share of 5xx responses, and `slow-responses`: share of slow GET requests, both of one
 * replica in the last five minutes. `events-waiting`: number of messages. `work-overdue`: seconds since the most urgent item was due. Above
 * the limit of the alert `WorkStuck`, the value is 0 if a worker has tried to process an item of the queue in the last 10 minutes.
 */
export const Figure = Type.Object({
  name: oneOf(figureNames),
  queue: nullableText('the work queue; null if the figure is not about a queue'),
  value: Type.Number(),
})
export type Figure = Type.Static<typeof Figure>

export const getServiceState = defineRoute({
  id: 'getServiceState',
  method: 'GET',
  url: '/admin/operations/:service/state',
  access: 'operator',
  summary: 'Returns the waiting items, the dependencies and the figures of this service. Responds within three seconds',
  schema: {
    params: OneService,
    response: {
      200: Type.Object({
        parts: Type.Array(Part),
        waiting: Type.Array(Waiting),
        isCounted: Type.Boolean({ description: 'false if the database does not respond; the waiting items are then unknown' }),
        figures: Type.Array(Figure, { description: 'a figure that cannot be measured is missing' }),
      }),
    },
  },
})

const deadLetterFields = {
  _id: Id,
  type: Type.String({ description: 'event type; `unknown` if the message is not an event' }),
  error: Type.String(),
  attempts: Type.Integer(),
  failedAt: Instant,
  retryAt: nullableText('time of the next retry; null if there are no more retries'),
}

export const DeadLetter = Type.Object(deadLetterFields)
export type DeadLetter = Type.Static<typeof DeadLetter>

export const listDeadLetters = defineRoute({
  id: 'listDeadLetters',
  method: 'GET',
  url: '/admin/operations/:service/dead-letters',
  access: 'operator',
  summary: 'Lists events whose handling failed in this service, newest failure first, including events that will be retried',
  schema: {
    params: OneService,
    querystring: pageQuery(DEAD_LETTER_PAGE_MAX),
    response: { 200: Type.Array(DeadLetter) },
  },
})

export const showDeadLetter = defineRoute({
  id: 'showDeadLetter',
  method: 'GET',
  url: '/admin/operations/:service/dead-letters/:id',
  access: 'operator',
  summary: 'Returns a dead letter with its event. Texts written by users are replaced by their length',
  schema: { params: OneDeadLetter, response: { 200: Type.Object({ ...deadLetterFields, event: Type.Unknown() }) } },
})

/** `affected`: number of changed events. It is 0 if another operator changed the event first. */
const Acted = Type.Object({ message: Type.String(), affected: Type.Integer() })

export const replayDeadLetter = defineRoute({
  id: 'replayDeadLetter',
  method: 'POST',
  url: '/admin/operations/:service/dead-letters/:id/replay',
  access: 'operator',
  idempotent: true,
  summary: 'Handles a dead letter again. If it fails, it becomes a dead letter again, with the new error',
  schema: { params: OneDeadLetter, response: { 200: Acted } },
})

export const replayDeadLetters = defineRoute({
  id: 'replayDeadLetters',
  method: 'POST',
  url: '/admin/operations/:service/dead-letters/replay',
  access: 'operator',
  idempotent: true,
  summary: 'Handles all dead letters of an event type again',
  schema: {
    params: OneService,
    body: strictObject({ type: text(200) }),
    response: { 200: Acted },
  },
})

export const dropDeadLetter = defineRoute({
  id: 'dropDeadLetter',
  method: 'POST',
  url: '/admin/operations/:service/dead-letters/:id/drop',
  access: 'operator',
  idempotent: true,
  summary:
    'Deletes a failed event permanently, with a reason. The event may also be waiting for a retry or being handled; a running handler then has no effect',
  schema: {
    params: OneDeadLetter,
    body: strictObject({ reason: Type.String({ minLength: 1, maxLength: REASON_MAX }) }),
    response: { 200: Acted },
  },
})

const auditedActions = [
  'replay',
  'replay-type',
  'drop',
  'mark-operator',
  'unmark-operator',
  'remove-admin',
  'invite-admin',
  'revoke-admin-invitation',
  'accept-admin-invitation',
  'correct-email',
  'reset-second-factor',
  'rotate-signing-key',
  'encrypt-secrets',
  'discard-secrets',
  'require-preview-check',
  'waive-preview-check',
  'set-plan',
  'cancel-erasure',
  'erase-person',
] as const

export const AuditEntry = Type.Object({
  _id: Type.Integer(),
  at: Instant,
  actor: nullableText('id of the admin; null at the command line'),
  act: oneOf(auditedActions),
  subject: Type.String({ description: 'the event, admin or other object of the action' }),
  reason: nullableText('the given reason, if any'),
  affected: Type.Integer({ description: 'number of changed objects; 0 if another operator changed them first' }),
})
export type AuditEntry = Type.Static<typeof AuditEntry>

export const listAuditEntries = defineRoute({
  id: 'listAuditEntries',
  method: 'GET',
  url: '/admin/operations/:service/acts',
  access: 'operator',
  summary: 'Lists actions of operators in this service, newest first. Entries are never changed or deleted',
  schema: { params: OneService, querystring: pageQuery(AUDIT_PAGE_MAX), response: { 200: Type.Array(AuditEntry) } },
})
