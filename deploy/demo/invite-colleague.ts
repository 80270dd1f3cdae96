import { acceptInvitation, type Colleague, inviteColleague, listColleagues } from '@app/contracts/http/colleagues.ts'
import { HOLD_MS } from '@app/contracts/rules/reviews.ts'
import { type Client, mailTo, must } from '../tests/support/client.ts'
import type { StoryColleague } from './story/story.ts'

const EMAIL_TIMEOUT_MS = 30_000

/** Values that the page of an invitation sends when a person pressed and held its button. */
const interaction = { pointerOrKey: true, heldMs: HOLD_MS, automated: false }

interface Inviter {
  send: Client
  ownerToken: string
  inboxUrl: string
}

/** Invites a colleague, unless an earlier run of the demo has done this. If `story.accepts` is set, the colleague then accepts. */
export async function inviteStoryColleague(
  { send, ownerToken: token, inboxUrl }: Inviter,
  companyProfileId: string,
  { accepts, ...invitation }: StoryColleague,
): Promise<void> {
  const url = inviteColleague.url.replace(':companyProfileId', companyProfileId)
  const colleagues = await must(send<Colleague[]>(listColleagues.method, url, { token }))
  const found = colleagues.find(({ email }) => email === invitation.email)
  if (!found) await must(send(inviteColleague.method, url, { token, json: invitation }))
  if (!accepts || found?.state === 'active') return
  const { text } = await mailTo(inboxUrl, invitation.email, /^Invitation to review posts/, EMAIL_TIMEOUT_MS)
  const [, invitationToken] = /\/review\/invitation\/([\w-]+)/.exec(text) ?? []
  if (!invitationToken) throw new Error(`The invitation of ${invitation.name} has no link`)
  await must(send(acceptInvitation.method, acceptInvitation.url.replace(':token', invitationToken), { json: { interaction } }))
}
