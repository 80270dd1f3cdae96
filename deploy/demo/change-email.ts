import { changeEmail, getEmailChange, type PendingEmailChange } from '@app/contracts/http/email-changes.ts'
import { must, PASSWORD } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'

/** Requests a new email address for the owner, unless an earlier run of the demo has done this. Nobody confirms it. */
export async function requestNewEmail({ send, ownerToken: token }: Cast, newEmail: string): Promise<void> {
  const { pending } = await must(send<{ pending: PendingEmailChange | null }>(getEmailChange.method, getEmailChange.url, { token }))
  if (pending === null) await must(send(changeEmail.method, changeEmail.url, { token, json: { newEmail, password: PASSWORD } }))
}
