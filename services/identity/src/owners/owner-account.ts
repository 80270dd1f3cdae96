import { AppError } from '@app/chassis/http/errors.ts'
import type { OwnerAccount } from '@app/contracts/http/owners.ts'
import type { User } from '../accounts/users.repository.ts'

/** Returns the account of an owner as admins see it. */
export const toOwnerAccount = (user: User): OwnerAccount => ({
  _id: user.id,
  email: user.email,
  username: user.username,
  emailVerified: user.email_verified_at !== null,
  bouncedAt: user.email_bounced_at,
  lastSignedInAt: user.last_signed_in_at,
  createdAt: user.created_at,
})

/** Returns the user if it is an owner. Throws 404 for an unknown user and for an admin. */
export function requireOwner(user: User | undefined): User {
  if (user?.role !== 'owner') throw new AppError('no-such-owner', 'not-found', 'This owner does not exist.')
  return user
}
