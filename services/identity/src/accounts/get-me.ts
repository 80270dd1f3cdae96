import type { TokenClaims } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { Me } from '@app/contracts/http/session.ts'
import type { IdentityDeps } from '../deps.ts'
import { userById } from './users.repository.ts'

export async function getMe({ db }: IdentityDeps, { sub }: TokenClaims): Promise<Me> {
  const user = await userById(db, sub)
  if (!user) throw new AppError('not-signed-in', 'unauthenticated', 'Session expired. Please log in again')
  const { id, email, username, role, email_verified_at } = user
  return { _id: id, email, username, role, emailVerified: email_verified_at !== null }
}
