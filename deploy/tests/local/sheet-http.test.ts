import { request } from 'node:http'
import { createTestSheet, ourScript, type SheetFault, type TestSheet } from '@app/chassis/testing/sheet.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DevelopmentSheet, startDevelopmentSheet } from '../../local/parts/sheet/start.ts'
import { add, post, SECRET } from './sheet-calls.ts'

const quiet = { info() {}, warn() {} }
const script = await ourScript(SECRET)
const small = ['First Name', 'Customer ID']

let server: DevelopmentSheet
let sheet: TestSheet

beforeAll(async () => {
  server = await startDevelopmentSheet({ withFaults: true, log: quiet })
  sheet = await createTestSheet(server)
  await sheet.setScript(script)
})
afterAll(() => server.stop())

describe('the simulated Apps Script', () => {
  it('runs the script and redirects the caller to another host, which serves the response once', async () => {
    const first = await fetch(sheet.url, {
      method: 'POST',
      body: JSON.stringify({ v: 1, secret: SECRET, action: 'ping' }),
      redirect: 'manual',
    })
    expect(first.status).toBe(302)
    const location = first.headers.get('location') ?? ''
    expect(sheet.hosts.split(',')).toEqual([new URL(sheet.url).host, `localhost:${new URL(sheet.url).port}`, new URL(location).host])
    const response = await fetch(location)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toMatchObject({ v: 1, ok: true, sheet: 'Customers' })
    expect((await fetch(location)).status).toBe(404)
    expect(await (await fetch(sheet.url)).json()).toEqual({ v: 1, ok: true, script: '1.0.0' })
  })

  it('sends an HTML page with status 200 if a script throws, and 404 if there is no script', async () => {
    const plain = await createTestSheet(server)
    expect((await fetch(plain.url)).status).toBe(404)
    expect((await fetch(new URL('/exec/nobody', plain.url))).status).toBe(404)
    await plain.setScript(
      'function doGet() { SpreadsheetApp.getActiveSheet().appendRow(["1/2", "=A1"]); throw new Error("no <b>way</b>") }',
    )
    const page = await fetch(plain.url)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('Error: no &lt;b>way&lt;/b>')
    expect(await plain.rows()).toEqual([[`1/2/${new Date().getFullYear()}`, '#ERROR!']])
    expect(await (await fetch(plain.url, { method: 'POST', body: '{}' })).text()).toContain('Script function not found: doPost')
    await plain.setScript('function doGet( {')
    expect(await (await fetch(plain.url)).text()).toContain('SyntaxError')
  })

  it('accepts manual edits like a spreadsheet', async () => {
    const edited = await createTestSheet(server)
    await edited.setRows([small, ['Ann', 'a-1'], [{ value: 7, format: '000' }, 'b-2']], 'Europe/Berlin')
    const typed = ['12/31/2026', "'007", '=A1', 'true', '1,250', '50%', '3/3', 'plain', '']
    for (const [index, text] of typed.entries()) await edited.type(4 + index, 1, text)
    await edited.type(3, 1, '12')
    await edited.deleteRow(2)
    const year = new Date().getFullYear()
    const shown = ['First Name', '012', '12/31/2026', '007', '#ERROR!', 'TRUE', '1250', '0.5', `3/3/${year}`, 'plain']
    expect((await edited.rows()).map(([first]) => first)).toEqual(shown)
    const name = new URL(edited.url).pathname.split('/').at(-1)
    expect(await (await fetch(`${server.url}/sheets/${name}?from=3&limit=2`)).json()).toMatchObject({
      timeZone: 'Europe/Berlin',
      total: 10,
      rows: [
        [{ shown: '007', typed: "'007" }, {}],
        [{ shown: '#ERROR!', typed: '=A1' }, {}],
      ],
    })
    await expect(edited.type(1, 99, 'far')).rejects.toThrow('outside the dimensions of the sheet')
  })

  it('runs concurrent requests one after the other', async () => {
    const busy = await createTestSheet(server)
    await busy.setScript(script)
    await busy.setFaults([], { kind: 'late', ms: 100 })
    const ids = Array.from({ length: 30 }, (_, index) => `id-${index}`)
    await Promise.all([...ids, ...ids].map((id) => add(busy, id)))
    const rows = await busy.rows()
    expect(
      rows
        .slice(1)
        .map((row) => row.at(-1))
        .sort(),
    ).toEqual(ids.sort())
    expect((await busy.calls()).mostAtOnce).toBeGreaterThan(1)
  })

  it('rejects requests for other host names and from other sites', async () => {
    const { port, pathname } = new URL(sheet.url)
    const status = async (path: string, headers: Record<string, string>): Promise<number | undefined> => {
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
      request(server.url + path, { headers }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
      return promise
    }
    for (const path of ['/', '/sheets', pathname]) {
      expect(await status(path, { host: `rebound.example:${port}` }), path).toBe(421)
      expect(await status(path, { host: `127.0.0.1:${port}`, origin: 'http://other.example' }), path).toBe(403)
    }
    expect(await status('/sheets', { host: `localhost:${port}` })).toBe(200)
  })
})

describe('injected faults', () => {
  it('apply to one call each', async () => {
    const faulty = await createTestSheet(server)
    await faulty.setScript(script)
    const seen = async (fault: SheetFault, id: string) => {
      await faulty.setFaults([fault])
      try {
        const response = await post(faulty, 'add', { id, idColumn: 'Customer ID', values: {} }, AbortSignal.timeout(2_000))
        return [response.status, response.headers.get('content-type'), (await response.text()).slice(0, 60)]
      } catch (error) {
        return error instanceof Error ? error.name : error
      }
    }
    const html = 'text/html; charset=utf-8'
    expect(await seen({ kind: 'status', status: 429 }, '1')).toEqual([429, html, expect.any(String)])
    expect(await seen({ kind: 'answer', type: 'text/plain', body: 'hello' }, '1')).toEqual([200, 'text/plain', 'hello'])
    expect(await seen({ kind: 'exception' }, '1')).toEqual([200, html, expect.any(String)])
    expect(await seen({ kind: 'redirect', location: new URL('/sheets', server.url).href }, '1')).toEqual([
      200,
      'application/json',
      expect.stringContaining('"test-'),
    ])
    expect(await seen({ kind: 'locked' }, '1')).toEqual([200, expect.any(String), expect.stringContaining('"code":"busy"')])
    expect(await seen({ kind: 'cut' }, '1')).toBe('TypeError')
    expect(await seen({ kind: 'hang' }, '1')).toBe('TimeoutError')
    expect(await faulty.rows()).toEqual([])
    expect(await seen({ kind: 'lost' }, '2')).toBe('TypeError')
    expect(await seen({ kind: 'slow', ms: 10_000 }, '3')).toBe('TimeoutError')
    expect(await seen({ kind: 'late', ms: 1 }, '4')).toEqual([200, expect.any(String), expect.stringContaining('"row":4')])
    expect((await faulty.rows()).map((row) => row.at(-1))).toEqual(['Customer ID', '2', '3', '4'])

    await faulty.setFaults([], { kind: 'sign-in' })
    for (let time = 0; time < 2; time++)
      expect((await fetch(faulty.url, { redirect: 'manual' })).headers.get('location')).toBe('https://accounts.google.com/ServiceLogin')
    await faulty.setFaults([])
    expect((await fetch(faulty.url)).status).toBe(200)
    expect((await faulty.calls()).calls).toHaveLength(13)
  })

  it('are not available in the development sheet', async () => {
    const own = await startDevelopmentSheet({ log: quiet })
    expect((await fetch(`${own.url}/control/any`)).status).toBe(404)
    await own.stop()
  })
})
