import { envelope } from '@app/chassis/testing/envelope.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import type { Kysely } from 'kysely'
import { subscriptions } from '../../src/consumers.ts'
import type { Tables } from '../../src/db/tables.ts'
import type { Settings } from '../../src/settings.ts'

/** Returns a function that handles an event at once, in a transaction. The event has the time of the business clock. */
export const eventHandler =
  (db: () => Kysely<Tables>, settings: Settings) =>
  async <E extends EventContract>(event: E, data: EventData<E>, version?: number): Promise<void> => {
    const subscription = subscriptions(settings).find((one) => one.event.type === event.type)
    const received = { ...envelope(event, data, version), time: settings.now().toISOString(), data }
    await db()
      .transaction()
      .execute((trx) => subscription?.handle(trx, received) as Promise<void>)
  }
