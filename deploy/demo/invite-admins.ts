import { type AdminInvitation, acceptAdminInvitation, inviteAdmin, listAdminInvitations } from '@app/contracts/http/admin-invitations.ts'
import { type AdminAccount, listAdmins } from '@app/contracts/http/identity.ts'
import type { Me } from '@app/contracts/http/session.ts'
import { type Client, mailTo, must, PASSWORD } from '../tests/support/client.ts'
import type { StoryCompany } from './story/story.ts'

/** Ids of the admins who can be account managers. */
export type Managers = Readonly<Record<StoryCompany['manager'], string>>

/** The admin who accepts an invitation, and the one whose invitation stays open. */
export const invitedAdmin = { name: 'Nora Quill', email: 'nora@palmetto.example' }
export const awaitedAdmin = { email: 'jules@palmetto.example' }

const EMAIL_TIMEOUT_MS = 30_000

interface Operator {
  send: Client
  adminToken: string
  password: string
  /** Undefined if emails are sent to real mailboxes. Then nobody is invited, and the operator manages all companies. */
  inboxUrl: string | undefined
}

async function accept(send: Client, inboxUrl: string): Promise<void> {
  const { name, email } = invitedAdmin
  const { text } = await mailTo(inboxUrl, email, /^You can become an admin/, EMAIL_TIMEOUT_MS)
  const [, token] = /\/admin\/invitation#(\S+)/.exec(text) ?? []
  if (!token) throw new Error(`The invitation of ${name} has no link`)
  await must(send(acceptAdminInvitation.method, acceptAdminInvitation.url, { json: { token, name, password: PASSWORD } }))
}

/** Invites two admins, one of whom accepts, unless an earlier run of the demo has done this. Returns the ids of the account managers. */
export async function inviteAdmins({ send, adminToken: token, password, inboxUrl }: Operator): Promise<Managers> {
  const idIn = (admins: readonly AdminAccount[], wanted: string) => admins.find((admin) => admin.email === wanted)?._id
  const list = () => must(send<AdminAccount[]>(listAdmins.method, listAdmins.url, { token }))
  const { _id: first } = await must(send<Me>('GET', '/me', { token }))
  if (!inboxUrl) return { first, invited: first }
  const admins = await list()
  const open = await must(send<AdminInvitation[]>(listAdminInvitations.method, listAdminInvitations.url, { token }))
  const known = [...admins, ...open].map((one) => one.email)
  for (const wanted of [invitedAdmin.email, awaitedAdmin.email]) {
    if (!known.includes(wanted)) await must(send(inviteAdmin.method, inviteAdmin.url, { token, json: { email: wanted, password } }))
  }
  if (!idIn(admins, invitedAdmin.email)) await accept(send, inboxUrl)
  const invited = idIn(await list(), invitedAdmin.email)
  if (!invited) throw new Error(`${invitedAdmin.name} is not in the list of admins.`)
  return { first, invited }
}
