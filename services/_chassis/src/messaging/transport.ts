import type { EventEnvelope } from './event.ts'

/**
 * `delivered`: every consumer has it for good. `unroutable`: no consumer asks for this type. `failed`: not delivered
 * everywhere yet; publish it again later.
 */
export type PublishOutcome = 'delivered' | 'unroutable' | 'failed'

export interface Delivery {
  /** The message may have been delivered before, to a process that ended while it handled it. */
  isRedelivered: boolean
}

/** A consumer service: its events wait for it while it is away, and reach one of its replicas. */
export interface DurableSubscription {
  service: string
  types: readonly string[]
  /**
   * Takes one message, which need not be an event. Resolves when its effects are committed, or it is stored for a retry; rejects to get
   * it again.
   */
  receive(message: unknown, delivery: Delivery): Promise<void>
  /** Takes a message that the transport gave up on. */
  receiveDead(message: unknown, reason: string): Promise<void>
}

/** Every replica gets every event while it is connected; nothing waits. */
export interface BroadcastSubscription {
  types: readonly string[]
  receive(message: unknown): void
  /** Events may have been missed before this moment: called at each (re)connection. */
  connected(): void
}

export interface Stoppable {
  stop(): Promise<void>
}

export interface Subscribed extends Stoppable {
  /** How many messages wait for the service, or are in the hands of this replica. */
  waiting(): Promise<number>
}

/** Carries events from outboxes to consumers, at least once. */
export interface Transport {
  /** Outcomes in the order of the batch. Rejects when the transport is away as a whole. */
  publish(batch: readonly EventEnvelope[]): Promise<PublishOutcome[]>
  /** Stopping takes no more messages and waits for those being received. */
  subscribe(subscription: DurableSubscription): Promise<Subscribed>
  broadcast(subscription: BroadcastSubscription): Promise<Stoppable>
  ready(): boolean
  stop(): Promise<void>
}
