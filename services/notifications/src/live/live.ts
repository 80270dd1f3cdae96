import type { Logger } from '@app/chassis/logging/logger.ts'
import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from '../db/tables.ts'
import { createFeedFollower } from './feed-follower.ts'
import { createStreamMultiplexer } from './stream-multiplexer.ts'
import { createSubscribers } from './subscribers.ts'

const HEARTBEAT_MS = 15_000

interface LiveOptions {
  db: Kysely<Tables>
  registry: Registry
  log: Logger
  streamsMax: number
  heartbeatMs?: number
}

export type Live = ReturnType<typeof createLive>

export function createLive({ db, registry, log, streamsMax, heartbeatMs = HEARTBEAT_MS }: LiveOptions) {
  const subscribers = createSubscribers({ max: streamsMax, heartbeatMs })
  const registers = [registry]
  new Gauge({
    name: 'live_streams',
    help: 'Open live streams',
    registers,
    collect() {
      this.set(subscribers.count())
    },
  })
  new Gauge({ name: 'live_streams_max', help: 'Maximum number of open live streams', registers }).set(streamsMax)
  const { send, reload } = subscribers
  return { subscribers, multiplexer: createStreamMultiplexer(), feedFollower: createFeedFollower({ db, send, reload, log }) }
}
