import type { Env } from '@app/chassis/config/config.ts'
import { republishStates, withServiceDatabase } from '@app/chassis/messaging/republish.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { userEvent } from './accounts/user-event.ts'
import { pageOfUsers } from './accounts/users.repository.ts'
import type { Tables } from './db/tables.ts'

/** Publishes the state of every account again. Returns the number of accounts. */
export const republish = (env: Env): Promise<number> =>
  withServiceDatabase<Tables, number>('identity', env, (db) =>
    republishStates(db, UserChanged, async (trx, after, limit) =>
      (await pageOfUsers(trx, after, limit)).map((user) => userEvent(user, 'none')),
    ),
  )
