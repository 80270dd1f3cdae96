import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, Message, nullableText, oneOf, TokenParams, text } from '../primitives.ts'
import { COLLEAGUES_MAX, colleagueRights, colleagueStates, INVITATION_DAYS, INVITATIONS_PER_DAY } from '../rules/colleagues.ts'
import { Interaction } from './reviews.ts'

/** A person who gets review links of a company without having an account. */
export const Colleague = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  may: oneOf(colleagueRights),
  state: oneOf(colleagueStates),
  invitedAt: Instant,
  /** When the colleague accepted or left, or when the owner removed the colleague. Null for an invitation that was not answered. */
  changedAt: nullableText('ISO 8601 in UTC'),
  isExpired: Type.Boolean({ description: `the invitation was not accepted within ${INVITATION_DAYS} days` }),
  hasBounced: Type.Boolean({ description: 'emails to the address bounced, so the colleague gets no further emails' }),
})
export type Colleague = Type.Static<typeof Colleague>

const CompanyParams = Type.Object({ companyProfileId: Id })
const ColleagueParams = Type.Object({ companyProfileId: Id, colleagueId: Id })

export const listColleagues = defineRoute({
  id: 'listColleagues',
  service: 'tasks',
  method: 'GET',
  url: '/task/colleagues/:companyProfileId',
  access: 'signed-in',
  summary: `Lists the colleagues of a company: invited and active ones (at most ${COLLEAGUES_MAX}), and those who left in the last 30 days`,
  schema: { params: CompanyParams, response: { 200: Type.Array(Colleague) } },
})

export const inviteColleague = defineRoute({
  id: 'inviteColleague',
  service: 'tasks',
  method: 'POST',
  url: '/task/colleagues/:companyProfileId',
  access: 'owner',
  idempotent: true,
  summary:
    `Invites a colleague by email. 422 for the ${COLLEAGUES_MAX + 1}th colleague, and for an invalid name or email address. 409 before the ` +
    'first delivered preview, if the address of the owner is unconfirmed, if review links are off, and for a person who is a colleague ' +
    `already, has left, or was invited in the last ${INVITATION_DAYS} days. 429 after ${INVITATIONS_PER_DAY} invitations in 24 hours, and ` +
    'above the limits for a mailbox and for all companies',
  schema: {
    params: CompanyParams,
    body: Type.Object({ name: text(200), email: text(320), may: oneOf(colleagueRights) }, { additionalProperties: false }),
    response: { 201: Colleague },
  },
})

export const changeColleague = defineRoute({
  id: 'changeColleague',
  service: 'tasks',
  method: 'PUT',
  url: '/task/colleagues/:companyProfileId/:colleagueId',
  access: 'owner',
  idempotent: true,
  summary:
    'Changes whether a colleague may decide. The change also applies to review links that were already sent. 404 if the person is no longer ' +
    'a colleague',
  schema: {
    params: ColleagueParams,
    body: Type.Object({ may: oneOf(colleagueRights) }, { additionalProperties: false }),
    response: { 200: Colleague },
  },
})

export const removeColleague = defineRoute({
  id: 'removeColleague',
  service: 'tasks',
  method: 'DELETE',
  url: '/task/colleagues/:companyProfileId/:colleagueId',
  access: 'owner',
  idempotent: true,
  summary: "Removes a colleague. All of the colleague's review links end at once. 404 if the person is no longer a colleague",
  schema: { params: ColleagueParams, response: { 200: Message } },
})

export const Invitation = Type.Object({
  state: oneOf([...colleagueStates, 'expired']),
  may: oneOf(colleagueRights),
  sentTo: Type.String({ description: 'masked email address of the colleague' }),
  companyName: nullableText('null if the name looks like a web address, an email address or a phone number'),
})
export type Invitation = Type.Static<typeof Invitation>

export const getInvitation = defineRoute({
  id: 'getInvitation',
  service: 'tasks',
  method: 'GET',
  url: '/review/invitation/:token',
  access: 'public',
  summary: 'Returns an invitation. Changes nothing. 404 for an invalid token',
  schema: { params: TokenParams, response: { 200: Invitation } },
})

export const acceptInvitation = defineRoute({
  id: 'acceptInvitation',
  service: 'tasks',
  method: 'POST',
  url: '/review/invitation/:token/accept',
  access: 'public',
  summary:
    'Accepts an invitation, also after the colleague has left. 403 `looks-automatic` if a program seems to press the button. 404 if the ' +
    'token is invalid. 409 if the colleague left and the company has the maximum number of other colleagues. 410 if the invitation expired ' +
    'or the owner removed the colleague',
  schema: {
    params: TokenParams,
    body: Type.Object({ interaction: Type.Optional(Interaction) }, { additionalProperties: false }),
    response: { 200: Invitation },
  },
})

export const leaveCompany = defineRoute({
  id: 'leaveCompany',
  service: 'tasks',
  method: 'POST',
  url: '/review/invitation/:token/leave',
  access: 'public',
  summary:
    'Refuses an invitation, or ends the emails to a colleague. Ends all review links of the colleague. Mail programs send this request for ' +
    '`List-Unsubscribe` with one click (RFC 8058), so the body is ignored. 404 if the token is invalid',
  schema: { params: TokenParams, response: { 200: Invitation } },
})
