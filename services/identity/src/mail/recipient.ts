import type { MailRecipient } from '@app/contracts/http/mail-content.ts'
import { type User, userById } from '../accounts/users.repository.ts'
import type { MailDeps } from './deps.ts'

/** Returns the recipient of an email about the account of a user. Undefined for another recipient, and for a removed admin. */
export async function findRecipient({ db }: MailDeps, { kind, id }: MailRecipient, userId: string): Promise<User | undefined> {
  const user = id === userId ? await userById(db, id) : undefined
  return user?.role === kind ? user : undefined
}
