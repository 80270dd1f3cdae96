import type { Env } from '@app/chassis/config/config.ts'
import { republishStates, withServiceDatabase } from '@app/chassis/messaging/republish.ts'
import { UserState } from '@app/contracts/events/identity.ts'
import { pageOfUsers } from './accounts/users.repository.ts'
import type { Tables } from './db/tables.ts'

export const republish = (env: Env): Promise<number> =>
  withServiceDatabase<Tables, number>('identity', env, (db) =>
    republishStates(db, UserState, async (trx, after, limit) => {
      const users = await pageOfUsers(trx, after, limit)
      return users.map(({ id, version, email, username, role, email_verified_at, last_signed_in_at }) => ({
        aggregateId: id,
        version,
        data: {
          userId: id,
          email,
          username,
          role,
          emailVerified: email_verified_at !== null,
          ...(last_signed_in_at && { lastSignedInAt: last_signed_in_at }),
        },
      }))
    }),
  )
