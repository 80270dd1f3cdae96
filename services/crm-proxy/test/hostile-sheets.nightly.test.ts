import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import type { SheetFault } from '@app/chassis/testing/sheet.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainScript } from './plain-script.ts'
import { ADA, HEADERS, list, type Owner, ownerWithSheet, type Service, setUp } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))
const respondWith = (body: string): SheetFault => ({ kind: 'answer', type: 'application/json', body })

/** Reads the sheet of a new owner: the service has no copy of the sheet yet. The script returns `bodies`, and then repeats the last one. */
async function read(newOwner: () => Promise<Owner>, bodies: readonly string[]) {
  const responses = bodies.map(respondWith)
  let response: Awaited<ReturnType<typeof list>> | undefined
  const ms = await longestEventLoopBlock(async () => {
    const owner = await newOwner()
    await owner.sheet.setFaults(responses.slice(0, -1), responses.at(-1))
    response = await list(service, owner, '?fresh=true', { 'accept-encoding': 'gzip' })
  })
  if (!response) throw new Error('No response')
  return { status: response.statusCode, code: response.statusCode === 200 ? 'read' : response.json().code, ms }
}

/** Spellings of a header that differ only in punctuation. */
const spellings = many(50_000, (n) => `Stage${n.toString(2).replaceAll('0', '.').replaceAll('1', '-')}`)
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const data = (rows: unknown) => JSON.stringify({ data: rows })
/** Combining marks. Unicode normalization would sort them in quadratic time. */
const marks = '\u0301\u0323'.repeat(100_000)

const plainResponses: readonly [what: string, code: string, make: () => string][] = [
  ['20,000 rows with a new key each', 'too-many-columns', () => data(many(20_000, (n) => ({ [`k${n}`]: 1 })))],
  ['a row with 50,000 spellings of a header', 'too-many-columns', () => data([Object.fromEntries(spellings.map((key) => [key, 'Lead']))])],
  ['500,000 cells in a row', 'too-many-columns', () => data([Object.fromEntries(many(500_000, (n) => [`k${n}`, 1]))])],
  ['a key 100,000 times in a row', 'too-many-columns', () => `[{${many(100_000, () => '"Stage":"Lead"').join()}}]`],
  ['100,000 empty arrays before the rows', 'read', () => `{"x":1${',"a":[]'.repeat(100_000)},"data":[{"Stage":"Lead"}]}`],
  ['9 MB of white space before the rows', 'not-json', () => `${' '.repeat(9_000_000)}[{"Stage":"Lead"}]`],
  ['9 MB beside the rows', 'not-json', () => `{"a":"${'x'.repeat(9_000_000)}","data":[]}`],
  ['a row that is nested 100,000 deep', 'not-json', () => `[{"Stage":${nested(100_000)}}]`],
  ['a response that is nested 4,000,000 deep', 'not-json', () => `{"a":${nested(4_000_000)}}`],
  ['a cell of 9 MB', 'too-large', () => data([{ Stage: 'x'.repeat(9_000_000) }])],
  ['a cell of 400,000 characters', 'read', () => data([{ Stage: 'x'.repeat(400_000) }])],
  ['cells of 200,000 marks', 'read', () => data([{ Stage: `a${marks}`, 'Email Subscription': `a${marks}` }])],
  ['a header of 200,000 marks', 'read', () => data([{ [`a${marks}`]: 1, Stage: 'Lead' }])],
  ['200 long headers, one more in each row', 'read', () => data(many(199, (n) => ({ [`${'é'.repeat(20_000)}${n}`]: 1, Stage: 'Lead' })))],
  [
    'headers whose marks expand, one more in each row',
    'read',
    () => data(many(199, (n) => ({ [`${'\ufdfa'.repeat(95)}${n}`]: 1, Stage: 'Lead' }))),
  ],
  ['200 likely headers, one more in each row', 'read', () => data(many(199, (n) => ({ [`Firs${'.'.repeat(n)} Name`]: 1, Stage: 'Lead' })))],
  ['3,000,000 rows without cells', 'too-many-rows', () => `[${'{},'.repeat(3_000_000)}{}]`],
  ['dates of 400,000 characters', 'read', () => data([{ 'Lead Date': `1/1/${'2'.repeat(400_000)}`, 'Customer date': ' '.repeat(90_000) }])],
  [
    '100,000 instants',
    'read',
    () => data(many(49_999, () => ({ 'Lead Date': '2024-03-05T05:00Z', 'Customer date': '2024-03-05T05:00Z' }))),
  ],
  ['numbers that are none', 'read', () => `[{"Stage":1e400,"Lead Date":-1e400,"Mobile No":1e308,"First Name":${'9'.repeat(100_000)}}]`],
  ['names of an object’s own', 'read', () => '[{"__proto__":{"Stage":"Lead"},"constructor":1,"toString":2,"Stage":"Lead"}]'],
]

describe('an owner’s script', () => {
  test.each(plainResponses)('that returns %s is %s and does not block the event loop', async (_, code, make) => {
    const found = await read(() => ownerWithSheet(service, { script: plainScript }), [make()])
    expect([found.code, found.status]).toEqual([code, code === 'read' ? 200 : 502])
    expect(found.ms).toBeLessThan(BLOCK_MAX_MS)
  })
})

const page = (rest: object) => JSON.stringify({ v: 1, ok: true, script: '1.0.0', columns: HEADERS, revision: 'r', ...rest })
const hello = JSON.stringify({ v: 1, ok: true, script: '1.0.0' })

const ourResponses: readonly [what: string, code: string, make: () => string][] = [
  ['30,000 columns', 'too-many-columns', () => page({ columns: spellings.slice(0, 30_000), rows: [ADA], total: 1 })],
  [
    '200 columns, and 10,000 rows',
    'read',
    () => page({ columns: [...HEADERS, ...many(190, (n) => `c${n}`)], rows: many(10_000, () => ADA), total: 1 }),
  ],
  ['columns that are no texts', 'read', () => page({ columns: [...HEADERS, { toString: 1 }, null, nested(50)], rows: [ADA], total: 1 })],
  ['columns that are no list', 'script-error', () => page({ columns: { length: 3 }, rows: [ADA], total: 1 })],
  ['rows that are no lists', 'script-error', () => page({ rows: [null], total: 1 })],
  [
    'a version and a total that are no texts and numbers',
    'read',
    () => page({ script: { toString: 1 }, rows: [ADA], total: { valueOf: 1 } }),
  ],
  ['blank rows for ever', 'too-many-rows', () => page({ rows: many(40_000, () => []), total: 1e9 })],
  ['long rows for ever', 'too-large', () => page({ rows: many(20, (n) => ADA.with(8, 'x'.repeat(450_000)).with(9, `c${n}`)), total: 1e9 })],
]

describe('a script that claims to be ours', () => {
  test.each(ourResponses)('that returns %s is %s and does not block the event loop', async (_, code, make) => {
    const found = await read(() => ownerWithSheet(service), [hello, make()])
    expect([found.code, found.status]).toEqual([code, code === 'read' ? 200 : 502])
    expect(found.ms).toBeLessThan(BLOCK_MAX_MS)
  })
})

test('a sheet with too many columns gets a message with the limit', async () => {
  const row = Object.fromEntries(many(201, (n) => [`c${n}`, 1]))
  const owner = await ownerWithSheet(service, { script: plainScript })
  await owner.sheet.setFaults([], respondWith(data([row])))
  expect((await list(service, owner)).json().message).toBe('The spreadsheet has too many columns: at most 200 can be read.')
})
