import type { EventEnvelope } from './event.ts'

/**
 * `delivered`: every consumer has stored or handled the event. `unroutable`: no queue is bound to the event's type. `failed`: a consumer
 * may not have received the event, so the event must be published again.
 */
export type PublishOutcome = 'delivered' | 'unroutable' | 'failed'

export interface Delivery {
  /** Whether an earlier delivery may have crashed the process that handled the message. */
  isRedelivered: boolean
}

/** Subscription of a service. Each event reaches one replica, and waits while no replica is running. */
export interface DurableSubscription {
  service: string
  types: readonly string[]
  /** Resolves when the effects are committed or the message is stored for a retry. If the promise rejects, the message is redelivered. */
  receive(message: unknown, delivery: Delivery): Promise<void>
  /** Handles a message that the transport will not deliver again. */
  receiveDead(message: unknown, reason: string): Promise<void>
}

/** Subscription of one replica. The replica does not get events that are published while it is disconnected. */
export interface BroadcastSubscription {
  types: readonly string[]
  receive(message: unknown): void
  /** Called after the first connection and each reconnection. */
  connected(): void
}

export interface Stoppable {
  stop(): Promise<void>
}

export interface Subscribed extends Stoppable {
  /** Number of messages that wait for the service or are being handled by this replica. */
  waiting(): Promise<number>
}

export interface Transport {
  /** Returns the outcomes in the order of the batch. Rejects if the broker is unreachable. */
  publish(batch: readonly EventEnvelope[]): Promise<PublishOutcome[]>
  /** `stop` of the result waits for messages that are being handled. */
  subscribe(subscription: DurableSubscription): Promise<Subscribed>
  broadcast(subscription: BroadcastSubscription): Promise<Stoppable>
  ready(): boolean
  stop(): Promise<void>
}
