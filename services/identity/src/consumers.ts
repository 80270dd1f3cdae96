import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import { RecipientUnreachable } from '@app/contracts/events/tasks.ts'
import type { Tables } from './db/tables.ts'
import { recordBounce } from './owners/record-bounce.ts'

/** The handlers of all consumed events. */
export const subscriptions: Subscription<Tables>[] = [on(RecipientUnreachable, recordBounce)]

export const subscribedTypes: readonly string[] = subscriptions.map(({ event }) => event.type)
