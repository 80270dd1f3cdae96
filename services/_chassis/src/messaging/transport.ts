import type { EventEnvelope } from './event.ts'

/**
 * Outcome of publishing an event. `delivered`: every consumer has stored or handled it. `unroutable`: no queue is bound to its type.
 * `failed`: not every consumer has it, so it must be published again.
 */
export type PublishOutcome = 'delivered' | 'unroutable' | 'failed'

export interface Delivery {
  /** Whether the message may have been delivered before, to a process that ended while it handled the message. */
  isRedelivered: boolean
}

/** Subscription of a service. Each event reaches one replica, and waits while no replica is running. */
export interface DurableSubscription {
  service: string
  types: readonly string[]
  /**
   * Handles a message, which need not be an event. Resolves when the effects are committed or the message is stored for a retry. If it
   * rejects, the message is delivered again.
   */
  receive(message: unknown, delivery: Delivery): Promise<void>
  /** Handles a message that the transport no longer delivers. */
  receiveDead(message: unknown, reason: string): Promise<void>
}

/** Subscription of every replica. A replica gets each event while it is connected; events that it misses are lost. */
export interface BroadcastSubscription {
  types: readonly string[]
  receive(message: unknown): void
  /** Called after each connection and reconnection. Events before this call may have been missed. */
  connected(): void
}

export interface Stoppable {
  stop(): Promise<void>
}

export interface Subscribed extends Stoppable {
  /** Returns the number of messages that wait for the service or are handled by this replica. */
  waiting(): Promise<number>
}

export interface Transport {
  /** Returns the outcomes in the order of the batch. Rejects if the broker is unreachable. */
  publish(batch: readonly EventEnvelope[]): Promise<PublishOutcome[]>
  /** `stop` of the result stops receiving messages and waits for those that are being handled. */
  subscribe(subscription: DurableSubscription): Promise<Subscribed>
  broadcast(subscription: BroadcastSubscription): Promise<Stoppable>
  ready(): boolean
  stop(): Promise<void>
}
