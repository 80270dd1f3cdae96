import { brand } from '@app/contracts/brand.ts'
import { allEvents } from '@app/contracts/surface.ts'

/** Returns an AsyncAPI 3.0 document of the events that services publish, generated from the contracts. */
export function asyncApi(): object {
  const events = allEvents.map((event) => ({ ...event, owner: event.type.split('.', 1)[0] ?? '' }))
  return {
    asyncapi: '3.0.0',
    info: { title: `${brand.name} events`, version: '1', description: 'CloudEvents 1.0, structured JSON. The type is the routing key.' },
    channels: Object.fromEntries(
      events.map(({ type }) => [type, { address: type, messages: { event: { $ref: `#/components/messages/${type}` } } }]),
    ),
    operations: Object.fromEntries(
      events.map(({ type, owner }) => [
        `publish-${type.replaceAll('.', '-')}`,
        { action: 'send', channel: { $ref: `#/channels/${type}` }, title: `Published by ${owner}` },
      ]),
    ),
    components: {
      messages: Object.fromEntries(
        events.map(({ type, summary, aggregate, data, owner }) => [
          type,
          {
            name: type,
            summary,
            contentType: 'application/cloudevents+json',
            tags: [{ name: owner }],
            payload: {
              type: 'object',
              required: ['specversion', 'id', 'source', 'type', 'subject', 'time', 'data'],
              properties: {
                specversion: { const: '1.0' },
                id: { type: 'string', format: 'uuid' },
                source: { type: 'string' },
                type: { const: type },
                subject: { type: 'string', description: `id of the ${aggregate}` },
                time: { type: 'string', format: 'date-time' },
                correlationid: { type: 'string', description: 'identifies the request that caused this event and all related events' },
                causationid: { type: 'string', format: 'uuid', description: 'the event whose handling published this one' },
                traceparent: { type: 'string', description: 'W3C Trace Context' },
                actorid: {
                  type: 'string',
                  format: 'uuid',
                  description: 'the user whose request caused this event; absent for anonymous requests',
                },
                actorrole: { type: 'string', enum: ['owner', 'admin'] },
                aggregateversion: { type: 'integer', description: `of the ${aggregate} after the change` },
                data,
              },
            },
          },
        ]),
      ),
    },
  }
}
