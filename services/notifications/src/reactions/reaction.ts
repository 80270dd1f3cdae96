import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { EventContract } from '@app/contracts/define.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Handles an event of another service. */
export type Reaction<E extends EventContract> = (trx: Transaction<Tables>, event: ReceivedEvent<E>) => Promise<void>
