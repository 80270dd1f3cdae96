import { gunzipSync } from 'node:zlib'
import { profile } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { ourScript } from '@app/chassis/testing/sheet.ts'
import { SheetReachabilityChanged } from '@app/contracts/events/crm-proxy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { findSheet, renewWritesTag } from '../src/sheet/sheet.repository.ts'
import { insertWrite } from '../src/writes/write.repository.ts'
import { arrayScript, plainScript } from './plain-script.ts'
import { ADA, BEN, customer, HEADERS, list, listedCustomers, type Owner, ownerWithSheet, type Service, setUp, work } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

const DEAD = { kind: 'cut' } as const

const age = ({ company }: Owner, seconds: number) =>
  sql`update copy set read_at = read_at - ${seconds} * interval '1 second' where company_id = ${company._id}`.execute(service.db)

const endRest = ({ company }: Owner) =>
  sql`update sheet set circuit_open_until = null where company_id = ${company._id}`.execute(service.db)

describe('scripts', () => {
  test.each([
    ['{data: […]}', plainScript],
    ['a plain array', arrayScript],
  ])('of owners that return %s are read', async (_, script) => {
    const owner = await ownerWithSheet(service, { script })
    const response = await listedCustomers(service, owner)
    expect(response.data).toEqual([customer(ADA, 2), customer(BEN, 3)])
    expect(response).toMatchObject({ canMerge: false, stale: false, missing: [] })
    expect((await owner.sheet.calls()).calls).toEqual([{ method: 'GET' }])
  })

  test('of ours are called by GET first, and later by POST', async () => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    await listedCustomers(service, owner, '?fresh=true')
    expect((await owner.sheet.calls()).calls).toEqual([
      { method: 'GET' },
      { method: 'POST', action: 'list' },
      { method: 'POST', action: 'list' },
    ])
  })

  test('that replace another script are recognized in both directions', async () => {
    const owner = await ownerWithSheet(service)
    const { secret } = await service.db
      .selectFrom('sheet')
      .select('secret')
      .where('company_id', '=', owner.company._id)
      .executeTakeFirstOrThrow()
    await listedCustomers(service, owner)
    await owner.sheet.setScript(plainScript.replace('sheet().appendRow(cells)', ''))
    expect(await listedCustomers(service, owner, '?fresh=true')).toMatchObject({ canMerge: false, stale: false })
    await owner.sheet.setScript(await ourScript(secret))
    expect(await listedCustomers(service, owner, '?fresh=true')).toMatchObject({ canMerge: true, stale: false })
  })
})

describe('the copy', () => {
  test('is fresh for 15 s; `fresh=true` reads the sheet again', async () => {
    const owner = await ownerWithSheet(service)
    const first = await listedCustomers(service, owner)
    await owner.sheet.type(2, 1, 'Adele')
    expect((await listedCustomers(service, owner)).asOf).toBe(first.asOf)
    expect((await listedCustomers(service, owner, '?fresh=true')).data[0]).toMatchObject({ 'First Name': 'Adele' })
    await owner.sheet.type(2, 1, 'Ada')
    await age(owner, 16)
    expect((await listedCustomers(service, owner)).data[0]).toMatchObject({ 'First Name': 'Ada' })
  })

  test('is read once for concurrent requests', async () => {
    const owner = await ownerWithSheet(service, { script: plainScript })
    await owner.sheet.setFaults([{ kind: 'late', ms: 200 }])
    const responses = await Promise.all(Array.from({ length: 10 }, () => listedCustomers(service, owner, '?fresh=true')))
    expect(new Set(responses.map(({ asOf }) => asOf)).size).toBe(1)
    expect((await owner.sheet.calls()).calls).toHaveLength(1)
  })

  test('is returned with its time after 5 s if the sheet is slow', { tags: 'nightly' }, async () => {
    const owner = await ownerWithSheet(service, { script: plainScript })
    const { asOf } = await listedCustomers(service, owner)
    await age(owner, 60)
    await owner.sheet.setFaults([{ kind: 'late', ms: 5_500 }])
    const before = performance.now()
    const response = await listedCustomers(service, owner)
    expect(performance.now() - before).toBeGreaterThan(4_900)
    expect(response).toMatchObject({ stale: true, problem: { code: 'timeout', message: 'The spreadsheet is still being read.' } })
    expect(Date.parse(asOf) - Date.parse(response.asOf)).toBe(60_000)
    await expect.poll(async () => (await listedCustomers(service, owner)).stale, { timeout: 5_000 }).toBe(false)
  })

  test('is sent compressed as stored, uncompressed to clients without gzip, and as a 304 to clients that have it', async () => {
    const owner = await ownerWithSheet(service)
    const whole = await listedCustomers(service, owner)
    const zipped = await list(service, owner, '', { 'accept-encoding': 'gzip, br' })
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding', 'as-of': whole.asOf })
    expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(whole)
    const { rows } = await service.db
      .selectFrom('copy')
      .select('rows')
      .where('company_id', '=', owner.company._id)
      .executeTakeFirstOrThrow()
    expect(zipped.rawPayload.includes(rows), 'rows are not compressed again').toBe(true)
    expect((await list(service, owner, '', { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined()

    const etag = String(zipped.headers.etag)
    await age(owner, 5)
    const same = await list(service, owner, '', { 'if-none-match': etag })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    expect(Date.parse(whole.asOf) - Date.parse(String(same.headers['as-of']))).toBe(5_000)
    await owner.sheet.type(2, 1, 'Adele')
    expect((await list(service, owner, '?fresh=true', { 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('gets another ETag if a restored database changes differently', async () => {
    const owner = await ownerWithSheet(service)
    const tagAfter = async (title: string) => {
      await service.db.transaction().execute(async (trx) => {
        await renewWritesTag(trx, owner.company._id)
        const write = { id: crypto.randomUUID(), kind: 'add', customerId: 'c1', values: { 'First Name': title }, seen: {} } as const
        await insertWrite(trx, owner.company._id, { ...write, old: [] })
      })
      const response = await list(service, owner)
      return [String(response.headers.etag), response.json().writes[0].values['First Name']]
    }
    await listedCustomers(service, owner)
    const before = (await findSheet(service.db, owner.company._id))?.writes_tag ?? ''
    const [seen, first] = await tagAfter('Ada')
    // Deletes the stored change, as the restore of an earlier backup would.
    await sql`delete from write where company_id = ${owner.company._id}`.execute(service.db)
    await service.db.updateTable('sheet').set({ writes_tag: before }).where('company_id', '=', owner.company._id).execute()
    const [after, second] = await tagAfter('Ben')
    expect([first, second]).toEqual(['Ada', 'Ben'])
    expect(after).not.toBe(seen)
  })

  test('is deleted when the URL changes', async () => {
    const owner = await ownerWithSheet(service)
    const other = await ownerWithSheet(service, { rows: [HEADERS, BEN], script: plainScript })
    await listedCustomers(service, owner)
    const saved = subscriptions.find(({ event }) => event.type === 'company.profile-saved.v1')
    const event = {
      aggregateversion: 2,
      data: { ownerId: owner.id, change: 'changed', profile: profile({ ...owner.company, gsapi: other.company.gsapi }) },
    }
    await service.db.transaction().execute((trx) => saved?.handle(trx, event as never) ?? Promise.reject())
    expect((await listedCustomers(service, owner)).data).toEqual([customer(BEN, 2)])
  })
})

describe('a fault', () => {
  const HTML = '<!DOCTYPE html><title>Error</title>'
  const respondWith = (body: string) => ({ kind: 'answer', type: 'application/json', body }) as const

  test.each([
    ['an exception page', { kind: 'exception' }, 502, 'html-page', 'The spreadsheet returned a web page instead of its rows.'],
    ['a sign-in', { kind: 'sign-in' }, 502, 'sign-in-page', 'The spreadsheet asks for a sign-in.'],
    ['a web page', respondWith(HTML), 502, 'html-page', 'The spreadsheet returned a web page instead of its rows.'],
    ['not JSON', respondWith('Success'), 502, 'not-json', 'We couldn’t read the spreadsheet’s response.'],
    [
      'an incomplete response',
      respondWith('{"data":[{"First Name":"Ada"},'),
      502,
      'not-json',
      'We couldn’t read the spreadsheet’s response.',
    ],
    ['an object without rows', respondWith('{"error":"x"}'), 502, 'script-error', 'The spreadsheet’s script reports an error.'],
    ['404', { kind: 'status', status: 404 }, 502, 'http-status', 'HTTP error! status: 404'],
    ['429', { kind: 'status', status: 429 }, 502, 'http-status', 'HTTP error! status: 429'],
    ['503', { kind: 'status', status: 503 }, 502, 'http-status', 'HTTP error! status: 503'],
    ['a closed connection', DEAD, 503, 'no-answer', 'The spreadsheet did not respond.'],
    [
      'another host',
      { kind: 'redirect', location: 'https://evil.example/' },
      502,
      'host-refused',
      'The web address of the spreadsheet’s script is not allowed.',
    ],
    [
      'a loopback address',
      { kind: 'redirect', location: 'http://127.0.0.1:1/' },
      502,
      'host-refused',
      'The web address of the spreadsheet’s script is not allowed.',
    ],
    [
      'more than 10 MB',
      respondWith(JSON.stringify(Array.from({ length: 300 }, () => ({ 'Other Details': 'x'.repeat(40_000) })))),
      502,
      'too-large',
      'The spreadsheet is too large: at most 10 MB can be read.',
    ],
    [
      'more than 50,000 rows',
      respondWith(JSON.stringify(Array.from({ length: 50_001 }, () => ({ Stage: 'Lead' })))),
      502,
      'too-many-rows',
      'The spreadsheet is too large: at most 50,000 rows can be read.',
    ],
  ] as const)('%s: status, code and message', { tags: 'nightly' }, async (_, fault, status, code, message) => {
    const owner = await ownerWithSheet(service, { script: plainScript })
    await owner.sheet.setFaults([], fault)
    const refused = await list(service, owner)
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([status, code, message])
  })

  test.each([
    ['another secret', (script: string) => script.replace(/const SECRET = '.*'/, "const SECRET = 'other'"), 502, 'secret'],
    ['a lock that is not available', undefined, 503, 'busy'],
  ] as const)('of our script: %s', async (_, change, status, code) => {
    const owner = await ownerWithSheet(service)
    if (change) await owner.sheet.setScript(change(await ourScript('x')))
    else await owner.sheet.setFaults([], { kind: 'locked' })
    const refused = await list(service, owner)
    expect([refused.statusCode, refused.json().code]).toEqual([status, code])
  })

  test('is returned with the copy immediately; the third fault in a row opens the circuit breaker', async () => {
    const owner = await ownerWithSheet(service, { script: plainScript })
    const { data, asOf } = await listedCustomers(service, owner)
    await owner.sheet.setFaults([], DEAD)
    for (let n = 0; n < 3; n++) {
      const response = await listedCustomers(service, owner, '?fresh=true')
      expect(response).toMatchObject({ data, asOf, stale: true, problem: { code: 'no-answer' } })
    }
    await owner.sheet.setFaults([])
    const { calls } = await owner.sheet.calls()
    expect(await listedCustomers(service, owner, '?fresh=true')).toMatchObject({ stale: true, problem: { code: 'no-answer' } })
    expect((await owner.sheet.calls()).calls).toHaveLength(calls.length)
    const rest = sql<{
      s: number
    }>`select extract(epoch from circuit_open_until - now())::float8 as s from sheet where company_id = ${owner.company._id}`
    expect((await rest.execute(service.db)).rows[0]?.s).toBeCloseTo(30, -1)
    await endRest(owner)
    await owner.sheet.setFaults([DEAD])
    await listedCustomers(service, owner, '?fresh=true')
    expect((await rest.execute(service.db)).rows[0]?.s).toBeCloseTo(60, -1)
    await endRest(owner)
    expect(await listedCustomers(service, owner, '?fresh=true')).toMatchObject({ data, stale: false, problem: null })
  })

  test('that lasts a day is reported to the owner once, and the end is reported too', async () => {
    const owner = await ownerWithSheet(service, { script: plainScript })
    const reported = async () => {
      const events = await outboxOf(service.db as never, SheetReachabilityChanged)
      return events.filter(({ subject }) => subject === owner.company._id).map(({ data }) => data)
    }
    const sheet = { companyProfileId: owner.company._id, ownerId: owner.id }
    await owner.sheet.setFaults([], DEAD)
    await list(service, owner)
    expect(await reported()).toEqual([])
    await sql`update sheet set away_since = now() - interval '25 hours' where company_id = ${owner.company._id}`.execute(service.db)
    // The background job calls the script even if no request reads the list.
    await work(service, owner)
    await work(service, owner)
    expect(await reported()).toEqual([{ ...sheet, isAway: true }])
    await owner.sheet.setFaults([])
    await work(service, owner)
    await listedCustomers(service, owner, '?fresh=true')
    expect(await reported()).toEqual([
      { ...sheet, isAway: true },
      { ...sheet, isAway: false },
    ])
  })
})
