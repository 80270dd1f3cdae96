import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { User } from './users.repository.ts'

type Change = EventData<typeof UserChanged>['change']

/** Returns an event with the state of a user. */
export const userEvent = (user: User, change: Change) => ({
  aggregateId: user.id,
  version: user.version,
  data: {
    change,
    userId: user.id,
    email: user.email,
    username: user.username,
    role: user.role,
    emailVerified: user.email_verified_at !== null,
    ...(user.last_signed_in_at !== null && { lastSignedInAt: user.last_signed_in_at }),
  },
})

/** Adds an event with the state of a user after a change. */
export const addUserEvent = (trx: Transaction<Tables>, user: User, change: Change): Promise<void> =>
  addEvent(trx, UserChanged, userEvent(user, change))
