import { AppError } from '@app/chassis/http/errors.ts'
import type { LockedAdmin } from './admins.repository.ts'

/** Throws unless the caller is still an operator. The token may be older than a removal. */
export function requireOperator(locked: readonly LockedAdmin[], callerId: string): void {
  const caller = locked.find(({ id }) => id === callerId)
  if (!caller) throw new AppError('not-signed-in', 'unauthenticated', 'Session expired. Please log in again.')
  if (!caller.is_operator) throw new AppError('not-allowed', 'forbidden', 'You are not allowed to do this.')
}
