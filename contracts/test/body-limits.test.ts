import { type BodySchema, JSON_BYTES_MAX, JSON_DEPTH_MAX, jsonBytesMax, PATTERN_CHARACTERS_MAX } from '@app/contracts/rules/body-limits.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import { expect, test } from 'vitest'

interface Place {
  path: string
  schema: BodySchema
  depth: number
}

/** Lists a schema and all schemas in it. */
function placesIn(path: string, schema: BodySchema, depth = 0): Place[] {
  const { anyOf = [], items, properties = {} } = schema
  return [
    { path, schema, depth },
    ...anyOf.flatMap((choice) => placesIn(path, choice, depth)),
    ...(items ? placesIn(`${path}[]`, items, depth + 1) : []),
    ...Object.entries(properties).flatMap(([name, inner]) => placesIn(`${path}.${name}`, inner, depth + 1)),
  ]
}

const requests = allRoutes.flatMap(({ id, schema: { params, querystring, body }, form }) =>
  [params, querystring, body, form?.fields].flatMap((schema) => (schema ? placesIn(id, schema as BodySchema) : [])),
)
/** Paths of dates. `seen` and `rows` contain the texts of cells as the client received them, so these texts must not change. */
const DATE = /^(?!.*\.(?:seen|rows\[\])\.).*(?:\.date|Date|\.until|\.happenedOn|\.from|\.to)$/

test('every date in a request may have a time', () => {
  const dates = requests.filter((place) => DATE.test(place.path) && isOf(place, 'string') && !place.schema.enum)
  expect(dates.length).toBeGreaterThan(10)
  expect(pathsOf(dates.filter(({ schema }) => !('calendarDate' in schema)))).toEqual([])
})

const pathsOf = (places: readonly Place[]) => [...new Set(places.map(({ path }) => path))]
const isOf = ({ schema: { type } }: Place, wanted: string) => [type].flat().includes(wanted)

test('every array in a request has a maximum length', () => {
  expect(pathsOf(requests.filter((place) => isOf(place, 'array') && place.schema.maxItems === undefined))).toEqual([])
})

/** The longest text that a pattern of the contracts accepts: the sum of its repetitions, and one character for each other character. */
function longestMatch(pattern: string): number {
  if (/(?<!\\)[*+]|\{\d+,\}/.test(pattern.replace(/\[[^\]]*\]/g, ''))) return Number.POSITIVE_INFINITY
  const repeated = [...pattern.matchAll(/\{(?:\d+,)?(\d+)\}/g)].reduce((total, [, most]) => total + Number(most), 0)
  return repeated + pattern.length
}

test('every text in a request has a maximum length', () => {
  const unlimited = requests.filter((place) => {
    const { enum: choices, const: only, maxLength, pattern } = place.schema
    if (!isOf(place, 'string') || choices || only !== undefined || maxLength !== undefined) return false
    return pattern === undefined || !(longestMatch(pattern) <= PATTERN_CHARACTERS_MAX)
  })
  expect(pathsOf(unlimited)).toEqual([])
})

test('no request needs deeper JSON than the limit', () => {
  expect(Math.max(...requests.map(({ depth }) => depth))).toBeLessThan(JSON_DEPTH_MAX / 2)
})

const limitOf = (id: string): number => jsonBytesMax(allRoutes.find((route) => route.id === id) as (typeof allRoutes)[number])

test('the size limits of JSON bodies are as small as their longest content', () => {
  for (const id of ['signIn', 'adminSignIn', 'signUp', 'resetPassword']) expect(limitOf(id), id).toBeLessThan(4_096)
  const open = allRoutes.filter(({ access, form, internal }) => access === 'public' && !form && !internal)
  for (const route of open) expect(jsonBytesMax(route), route.id).toBeLessThanOrEqual(40_000)
  const largest = allRoutes.filter((route) => jsonBytesMax(route) === JSON_BYTES_MAX).map(({ id }) => id)
  expect(largest.sort()).toEqual(['decideTasks', 'mergeCustomers', 'previewMail', 'updateCustomer'])
})

test('the longest text of a body fits, also if each character is escaped', () => {
  const escaped = (length: number): string => `"${'\\u00e9'.repeat(length)}"`
  const lengths = { first_name: 100, last_name: 100, mail: 254, mobile: 30, message: 5_000 }
  const body = `{${Object.entries(lengths).map(([name, length]) => `"${name}":${escaped(length)}`)}}`
  expect(limitOf('sendContact')).toBeGreaterThanOrEqual(body.length)
})
