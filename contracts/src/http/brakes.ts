import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, Message, oneOf } from '../primitives.ts'

/** Why nothing is sent at the moment although nobody of the company stopped it. */
export const Brake = Type.Object({
  scope: oneOf(['all', 'company', 'campaign']),
  reason: Type.String({ description: 'a sentence for the owner' }),
  since: Instant,
})
export type Brake = Type.Static<typeof Brake>

const BrakeTarget = {
  scope: oneOf(['all', 'company', 'campaign']),
  id: Type.Optional(Id),
}

export const putBrake = defineRoute({
  id: 'putBrake',
  service: 'campaigns',
  method: 'PUT',
  url: '/admin/campaign-brake',
  access: 'admin',
  idempotent: true,
  summary: 'Stop all sending within a second: of everybody, of a company or of one campaign (`id`). The owner reads the reason',
  schema: {
    body: Type.Object({ ...BrakeTarget, reason: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false }),
    response: { 200: Message },
  },
})

export const releaseBrake = defineRoute({
  id: 'releaseBrake',
  service: 'campaigns',
  method: 'POST',
  url: '/admin/campaign-brake/release',
  access: 'admin',
  idempotent: true,
  summary: 'Let sending go on. What was to be sent on days that are over meanwhile is missed',
  schema: { body: Type.Object(BrakeTarget, { additionalProperties: false }), response: { 200: Message } },
})
