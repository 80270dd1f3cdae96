import type { EventData } from '@app/contracts/define.ts'
import type { UserChanged } from '@app/contracts/events/identity.ts'

type UserData = EventData<typeof UserChanged>

/** Returns the data of an event about a user. Unless `state` differs, an owner is confirmed by the change `verified` only. */
export const userData = (
  change: UserData['change'],
  { userId, email, username }: Pick<UserData, 'userId' | 'email' | 'username'>,
  state: Partial<UserData> = {},
): UserData => ({
  change,
  userId,
  email,
  username,
  role: change.startsWith('admin') ? 'admin' : 'owner',
  emailVerified: change === 'verified',
  ...state,
})
