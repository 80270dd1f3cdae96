import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EventContract } from '../src/define.ts'
import { allEvents } from '../src/surface.ts'

interface Schema {
  properties: Record<string, object>
  required: string[]
}

/** Removes the descriptions from the schema of an event's data. Consumers may rely on everything else. */
function schemaOf({ data }: EventContract): Schema {
  return JSON.parse(JSON.stringify(data, (key, value) => (key === 'description' && typeof value === 'string' ? undefined : value)))
}

const FILE = new URL('published-events.snap', import.meta.url)
const published = Object.entries<Schema>(JSON.parse(readFileSync(FILE, 'utf8')))
const present = Object.fromEntries(allEvents.map((event) => [event.type, schemaOf(event)]))

describe('a published event stays compatible with its consumers and with stored events', () => {
  test.each(published)('%s', (type, before) => {
    const now = present[type]
    expect(now?.properties).toMatchObject(before.properties)
    expect(now?.required).toEqual(before.required)
  })
})

test('the snapshot contains all events (after adding an event or an optional field: `npx vitest run contracts -u`)', async () => {
  await expect(`${JSON.stringify(present, null, 2)}\n`).toMatchFileSnapshot(FILE.pathname)
})

test('surface.ts lists the routes and events of every file', () => {
  const surface = readFileSync(new URL('../src/surface.ts', import.meta.url), 'utf8')
  const files = globSync('{events,http}/*.ts', { cwd: new URL('../src', import.meta.url).pathname })
  const defining = files.filter((file) => /\bdefine(Route|Event)\(/.test(readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8')))
  expect(defining.length).toBeGreaterThan(0)
  const imported = new Map([...surface.matchAll(/^import \* as (\w+) from '\.\/(.+)'$/gm)].map(([, name = '', file = '']) => [file, name]))
  const lists = surface.slice(surface.indexOf('const routeModules'))
  const listed = defining.filter((file) => new RegExp(`[ [,]${imported.get(file)}[,\\]]`).test(lists))
  expect(listed).toEqual(defining)
})

test('no event contains a secret, because events are stored and transported as they are', () => {
  expect(allEvents.filter(({ data }) => JSON.stringify(data).includes('"description":"secret')).map(({ type }) => type)).toEqual([])
})

test('event types are unique', () => {
  expect(new Set(allEvents.map(({ type }) => type)).size).toBe(allEvents.length)
})
