import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { CompanyParams, Id, Instant, Message, nullableText, oneOf, strictObject, TokenParams, text } from '../primitives.ts'
import {
  COLLEAGUES_MAX,
  colleagueRights,
  colleagueStates,
  INVITATION_DAYS,
  INVITATIONS_PER_DAY,
  LEFT_MAX,
  RETURN_DAYS,
} from '../rules/colleagues.ts'
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
  asksToReturn: Type.Boolean({ description: 'the colleague left, and asks the owner to come back' }),
})
export type Colleague = Type.Static<typeof Colleague>

const ColleagueParams = Type.Object({ companyProfileId: Id, colleagueId: Id })

export const listColleagues = defineRoute({
  id: 'listColleagues',
  method: 'GET',
  url: '/task/colleagues/:companyProfileId',
  access: 'signed-in',
  summary: `Lists the colleagues of a company: invited and active ones (at most ${COLLEAGUES_MAX}), and those who left`,
  schema: { params: CompanyParams, response: { 200: Type.Array(Colleague) } },
})

export const inviteColleague = defineRoute({
  id: 'inviteColleague',
  method: 'POST',
  url: '/task/colleagues/:companyProfileId',
  access: 'owner',
  idempotent: true,
  summary:
    `Invites a colleague by email. 422 for the ${COLLEAGUES_MAX + 1}th colleague, and for an invalid name or email address. 409 before the ` +
    'first delivered preview, if the address of the owner is unconfirmed, if review links are off, and for a person who is a colleague ' +
    `already, has left, or was invited in the last ${INVITATION_DAYS} days, and if ${LEFT_MAX} people who left are in the list. 429 after ${INVITATIONS_PER_DAY} invitations in 24 hours, and ` +
    'above the limits for a mailbox and for all companies',
  schema: {
    params: CompanyParams,
    body: strictObject({ name: text(200), email: text(320), may: oneOf(colleagueRights) }),
    response: { 201: Colleague },
  },
})

export const changeColleague = defineRoute({
  id: 'changeColleague',
  method: 'PUT',
  url: '/task/colleagues/:companyProfileId/:colleagueId',
  access: 'owner',
  idempotent: true,
  summary:
    'Changes whether a colleague may decide. The change also applies to review links that were already sent. 404 if the person is not in ' +
    'the list',
  schema: {
    params: ColleagueParams,
    body: strictObject({ may: oneOf(colleagueRights) }),
    response: { 200: Colleague },
  },
})

export const removeColleague = defineRoute({
  id: 'removeColleague',
  method: 'DELETE',
  url: '/task/colleagues/:companyProfileId/:colleagueId',
  access: 'owner',
  idempotent: true,
  summary:
    "Removes a colleague in any state from the list. All of the colleague's review links end at once. 404 if the person is not in the list",
  schema: { params: ColleagueParams, response: { 200: Message } },
})

export const answerReturn = defineRoute({
  id: 'answerReturn',
  method: 'POST',
  url: '/task/colleagues/:companyProfileId/:colleagueId/return',
  access: 'owner',
  idempotent: true,
  summary:
    'Answers a colleague who left and asks to come back. 409 `no-request` without such a request. 422 if the company has the maximum ' +
    'number of colleagues. 404 if the person is not in the list',
  schema: {
    params: ColleagueParams,
    body: strictObject({ isAccepted: Type.Boolean() }),
    response: { 200: Colleague },
  },
})

/**
 * `left`: the colleague can ask the owner to come back. `asked`: the colleague waits for the owner's answer. `ended`: the colleague left and
 * can no longer ask.
 */
export const Invitation = Type.Object({
  state: oneOf([...colleagueStates, 'expired', 'asked', 'ended']),
  may: oneOf(colleagueRights),
  sentTo: Type.String({ description: 'masked email address of the colleague' }),
  companyName: nullableText('null if the name looks like a web address, an email address or a phone number'),
})
export type Invitation = Type.Static<typeof Invitation>

export const getInvitation = defineRoute({
  id: 'getInvitation',
  method: 'GET',
  url: '/review/invitation/:token',
  access: 'public',
  summary: 'Returns an invitation. Changes nothing. 404 for an invalid token',
  schema: { params: TokenParams, response: { 200: Invitation } },
})

export const acceptInvitation = defineRoute({
  id: 'acceptInvitation',
  method: 'POST',
  url: '/review/invitation/:token/accept',
  access: 'public',
  summary:
    'Accepts an invitation. 403 `looks-automatic` if a program seems to press the button. 404 if the token is invalid. 410 if the ' +
    'invitation expired, the colleague left, or the owner removed the colleague',
  schema: {
    params: TokenParams,
    body: strictObject({ interaction: Type.Optional(Interaction) }),
    response: { 200: Invitation },
  },
})

export const askToReturn = defineRoute({
  id: 'askToReturn',
  method: 'POST',
  url: '/review/invitation/:token/return',
  access: 'public',
  summary:
    `Asks the owner to let a colleague come back who left at most ${RETURN_DAYS} days ago. Until the owner agrees, the colleague has no ` +
    'rights. 403 `looks-automatic` if a program seems to press the button. 404 if the token is invalid. 410 in all other states, and after ' +
    'the owner has refused',
  schema: {
    params: TokenParams,
    body: strictObject({ interaction: Type.Optional(Interaction) }),
    response: { 200: Invitation },
  },
})

export const leaveCompany = defineRoute({
  id: 'leaveCompany',
  method: 'POST',
  url: '/review/invitation/:token/leave',
  access: 'public',
  summary:
    'Refuses an invitation, or ends the emails to a colleague. Ends all review links of the colleague. Email apps send this request for ' +
    '`List-Unsubscribe` with one click (RFC 8058), so the body is ignored. 404 if the token is invalid',
  schema: { params: TokenParams, response: { 200: Invitation } },
})
