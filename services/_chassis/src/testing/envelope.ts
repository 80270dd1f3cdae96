import type { EventContract, EventData } from '@app/contracts/define.ts'
import type { EventEnvelope } from '../messaging/event.ts'

/** Returns an envelope for an event, with random ids. `version` is the aggregate version. */
export const envelope = <E extends EventContract>(event: E, data: EventData<E>, version = 1): EventEnvelope => ({
  specversion: '1.0',
  id: crypto.randomUUID(),
  source: '/test',
  type: event.type,
  subject: crypto.randomUUID(),
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  correlationid: crypto.randomUUID(),
  aggregateversion: version,
  data,
})
