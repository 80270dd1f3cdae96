import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from '../db/tables.ts'
import { createLines, type Lines } from './lines.ts'
import { createSubscribers, type Subscribers } from './subscribers.ts'
import { createTail, type Tail } from './tail.ts'

const HEARTBEAT_MS = 15_000

interface LiveOptions {
  db: Kysely<Tables>
  registry: Registry
  log: Logger
  mostStreams: number
  heartbeatMs?: number
}

/** The open streams of this replica, and what feeds them. */
export function createLive({ db, registry, log, mostStreams, heartbeatMs = HEARTBEAT_MS }: LiveOptions): {
  subscribers: Subscribers
  lines: Lines
  tail: Tail
} {
  const subscribers = createSubscribers({ most: mostStreams, heartbeatMs })
  const registers = [registry]
  new Gauge({
    name: 'live_streams',
    help: 'Live streams that are open',
    registers,
    collect() {
      this.set(subscribers.count())
    },
  })
  new Gauge({ name: 'live_streams_max', help: 'Most live streams at once', registers }).set(mostStreams)
  const { send, reload } = subscribers
  return { subscribers, lines: createLines(), tail: createTail({ db, send, reload, log }) }
}
