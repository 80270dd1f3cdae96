import { outboxOf } from '@app/chassis/testing/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { EmailRequested } from '@app/contracts/events/identity.ts'
import type { ComposedMail, IdentityMailTopic } from '@app/contracts/http/mail-content.ts'
import { type User, userByEmail } from '../../src/accounts/users.repository.ts'
import { identityComposers } from '../../src/mail/topics.ts'
import type { Identity } from '../setup.ts'

/** Returns the user with an email address. */
export async function userOf({ db }: Identity, email: string): Promise<User> {
  const user = await userByEmail(db, email)
  if (!user) throw new Error(`There is no user with the address ${email}`)
  return user
}

/** Returns the data of the events that request emails with links or codes to an address, oldest first. */
export async function requestedFor(
  identity: Identity,
  topic: EventData<typeof EmailRequested>['topic'],
  email: string,
): Promise<EventData<typeof EmailRequested>[]> {
  const user = await userByEmail(identity.db, email)
  const events = await outboxOf(identity.db as never, EmailRequested)
  return events.map(({ data }) => data).filter((data) => data.topic === topic && data.userId === user?.id)
}

/** Composes an email to a user. Returns undefined if it is obsolete. */
async function compose(
  { deps }: Identity,
  topic: IdentityMailTopic,
  about: string,
  { user: { id, role }, now }: { user: Pick<User, 'id' | 'role'>; now: () => Date },
): Promise<ComposedMail | undefined> {
  const mail = await identityComposers({ ...deps, now })[topic]({ about, recipient: { kind: role, id }, ids: [] })
  return typeof mail === 'object' && 'text' in mail ? mail : undefined
}

/** Returns the code in the last requested reset email to an address. Empty if no email is requested, or if the email is obsolete. */
export async function mailedCode(identity: Identity, email: string, now = () => new Date()): Promise<string> {
  const about = (await requestedFor(identity, 'reset-code', email)).at(-1)?.about
  const mail = about && (await compose(identity, 'reset-code', about, { user: await userOf(identity, email), now }))
  return (mail && /^ {4}([A-Z\d]{5})$/m.exec(mail.text)?.[1]) || ''
}

interface MailedLink {
  to: string | undefined
  token: string
}

/** Returns the address and the token of the last requested email with a link about an owner. Empty if the email is obsolete. */
export async function mailedLink(
  identity: Identity,
  topic: 'verify-email' | 'confirm-new-email' | 'email-changed',
  ownerId: string,
  now = () => new Date(),
): Promise<MailedLink> {
  const events = await outboxOf(identity.db as never, EmailRequested)
  const about = events.map(({ data }) => data).findLast((data) => data.topic === topic && data.userId === ownerId)?.about
  const mail = about && (await compose(identity, topic, about, { user: { id: ownerId, role: 'owner' }, now }))
  return { to: mail ? mail.to : undefined, token: (mail && /-email#(\S+)/.exec(mail.text)?.[1]) || '' }
}

/** Returns the token in the email to an invited admin. Empty if the email is obsolete. */
export async function invitationToken({ deps }: Identity, id: string): Promise<string> {
  const mail = await identityComposers(deps)['admin-invitation']({ about: id, recipient: { kind: 'invited-admin', id }, ids: [] })
  return (typeof mail === 'object' && 'text' in mail && /\/admin\/invitation#(\S+)/.exec(mail.text)?.[1]) || ''
}

/** Returns the token of the latest verification link, which is in the welcome email. */
export async function mailedToken(identity: Identity, email: string): Promise<string> {
  const user = await userOf(identity, email)
  const mail = await compose(identity, 'welcome', user.id, { user, now: () => new Date() })
  return /\/verify-email#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
