import { expect, it } from 'vitest'
import { createEventReader, type ServerSentEvent } from './server-sent-events.ts'

const STREAM = [
  'retry: 2000\n: connected\n\n',
  'id: a.1\n\n',
  'event: notification\ndata: {"text":"id: 7, data: \u2028 two"}\n\n',
  ': heartbeat\n\n',
  'id: a.3\nevent: reload\ndata: {}\n\n',
  'event: notification\ndata: {"cut',
].join('')

function eventsIn(parts: readonly string[]): ServerSentEvent[] {
  const events: ServerSentEvent[] = []
  const read = createEventReader((event) => events.push(event))
  for (const part of parts) read(part)
  return events
}

const expected = [
  { id: '', name: 'notification', data: '{"text":"id: 7, data: \u2028 two"}' },
  { id: 'a.3', name: 'reload', data: '{}' },
]

it('reads complete events with data, and ignores comments, events without data and the incomplete end', () => {
  expect(eventsIn([STREAM])).toEqual(expected)
})

it('reads the same events from parts of any size', () => {
  expect(eventsIn([...STREAM])).toEqual(expected)
  for (let at = 1; at < STREAM.length; at++) expect(eventsIn([STREAM.slice(0, at), STREAM.slice(at)])).toEqual(expected)
})
