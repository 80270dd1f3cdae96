import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, Message, oneOf, strictObject } from '../primitives.ts'

/**
 * A suspension: the campaign emails of all companies, one company or one campaign are not sent. An admin starts the suspension, or the
 * product does so, for example after many bounces. An admin can end the suspension.
 */
export const Suspension = Type.Object({
  scope: oneOf(['all', 'company', 'campaign']),
  reason: Type.String({ description: 'shown to the owner' }),
  since: Instant,
})
export type Suspension = Type.Static<typeof Suspension>

const SuspensionTarget = {
  scope: oneOf(['all', 'company', 'campaign']),
  id: Type.Optional(Id),
}

export const suspendSending = defineRoute({
  id: 'suspendSending',
  method: 'PUT',
  url: '/admin/campaign-suspension',
  access: 'admin',
  idempotent: true,
  summary: 'Suspends sending within a second, for all companies, a company or a campaign (`id`). The owner sees the reason',
  schema: {
    body: strictObject({ ...SuspensionTarget, reason: Type.String({ minLength: 1, maxLength: 500 }) }),
    response: { 200: Message },
  },
})

export const releaseSuspension = defineRoute({
  id: 'releaseSuspension',
  method: 'POST',
  url: '/admin/campaign-suspension/release',
  access: 'admin',
  idempotent: true,
  summary: 'Releases a suspension, so that sending resumes. Dispatches whose date has passed become `missed`',
  schema: { body: strictObject(SuspensionTarget), response: { 200: Message } },
})
