import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import type { Tables } from './db/tables.ts'
import { followAdmin } from './managers/follow-admins.ts'

/** The handlers of all consumed events. */
export const subscriptions: Subscription<Tables>[] = [on(UserChanged, followAdmin)]

export const subscribedTypes: readonly string[] = subscriptions.map(({ event }) => event.type)
