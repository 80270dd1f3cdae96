import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { createSubscribers, type Subscribers } from './subscribers.ts'
import { createTail, type Tail } from './tail.ts'

const HEARTBEAT_MS = 15_000

interface LiveOptions {
  db: Kysely<Tables>
  log: Logger
  mostStreams: number
  heartbeatMs?: number
}

/** The open streams of this replica, and what feeds them. */
export function createLive({ db, log, mostStreams, heartbeatMs = HEARTBEAT_MS }: LiveOptions): { subscribers: Subscribers; tail: Tail } {
  const subscribers = createSubscribers({ most: mostStreams, heartbeatMs })
  return { subscribers, tail: createTail({ db, tell: subscribers.tell, log }) }
}
