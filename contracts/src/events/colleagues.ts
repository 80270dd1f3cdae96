import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { Id, Instant, oneOf } from '../primitives.ts'
import { colleagueRights, colleagueStates } from '../rules/colleagues.ts'

/** A colleague of an owner: a person who gets review links of the company without having an account. */
const colleague = {
  colleagueId: Id,
  companyProfileId: Id,
  companyName: Type.String(),
  ownerId: Id,
  email: Type.String(),
  name: Type.String(),
  may: oneOf(colleagueRights),
  state: oneOf(colleagueStates),
  hasBounced: Type.Boolean({ description: 'emails to the address bounced' }),
}

export const ColleagueChanged = defineEvent({
  type: 'tasks.colleague-changed.v1',
  summary: 'A colleague was invited, accepted, left, was removed or got another right, or an email to the colleague bounced',
  aggregate: 'colleague',
  data: Type.Object({
    ...colleague,
    change: oneOf(['invited', 'accepted', 'may-changed', 'left', 'removed', 'bounced']),
    hasDeclined: Type.Optional(Type.Boolean({ description: 'with the change `left`: the colleague had not accepted the invitation' })),
    invitationExpiresAt: Type.Optional(Type.String({ ...Instant, description: 'with the change `invited`' })),
  }),
})

export const ColleagueReturn = defineEvent({
  type: 'tasks.colleague-return.v1',
  summary: 'A colleague who left asked the owner to come back, or withdrew the request, or the owner accepted or refused it',
  aggregate: 'colleague',
  data: Type.Object({ ...colleague, step: oneOf(['asked', 'withdrawn', 'accepted', 'refused']) }),
})

export const ColleagueState = defineEvent({
  type: 'tasks.colleague-state.v1',
  summary: 'The current state of a colleague, published again to fill projections. The colleague has not changed',
  aggregate: 'colleague',
  data: Type.Object(colleague),
})
