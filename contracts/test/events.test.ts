import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EventContract } from '../src/define.ts'
import { allEvents } from '../src/surface.ts'

interface Schema {
  properties: Record<string, object>
  required: string[]
}

/** What readers rely on: everything but descriptions. */
function schemaOf({ data }: EventContract): Schema {
  return JSON.parse(JSON.stringify(data, (key, value) => (key === 'description' && typeof value === 'string' ? undefined : value)))
}

const FILE = new URL('published-events.snap', import.meta.url)
const published = Object.entries<Schema>(JSON.parse(readFileSync(FILE, 'utf8')))
const present = Object.fromEntries(allEvents.map((event) => [event.type, schemaOf(event)]))

describe('an event that was published keeps what its readers and its waiting copies rely on', () => {
  test.each(published)('%s', (type, before) => {
    const now = present[type]
    expect(now?.properties).toMatchObject(before.properties)
    expect(now?.required).toEqual(before.required)
  })
})

test('each event is remembered as it is now: `npx vitest run contracts -u` after adding one, or an optional field', async () => {
  await expect(`${JSON.stringify(present, null, 2)}\n`).toMatchFileSnapshot(FILE.pathname)
})

test('no two events have one type', () => {
  expect(new Set(allEvents.map(({ type }) => type)).size).toBe(allEvents.length)
})
