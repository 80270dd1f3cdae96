import { describe, expect, it } from 'vitest'
import { headers, ScriptUnderTest, small, tabWith } from './script-under-test.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/
const idColumn = 'Customer ID'

const ann = { id: 'a-1', idColumn, values: { 'First Name': 'Ann', 'Email id': 'ann@example.com', Stage: 'Lead' } }

describe('the script', () => {
  it('responds to GET with its version and reads nothing of the sheet', () => {
    const script = new ScriptUnderTest([small, ['Ann', 'ann@example.com', 'Lead', 'a-1']])
    expect(JSON.parse(script.run({ handler: 'doGet' }).text ?? '')).toEqual({ v: 1, ok: true, script: '1.0.0' })
    expect(script.calls).toEqual([])
  })

  it('responds to a ping with columns and row count, and writes headers into an empty sheet', () => {
    const script = new ScriptUnderTest([])
    expect(script.post('ping')).toEqual({ v: 1, ok: true, script: '1.0.0', sheet: 'Customers', columns: headers, rows: 0 })
    expect(script.rows).toEqual([headers])
    script.post('add', ann)
    expect(script.post('ping')).toMatchObject({ rows: 1 })
  })

  it('uses the sheet named Customers, otherwise the first one', () => {
    const other = tabWith([['Something else']], 'Notes')
    const named = new ScriptUnderTest([], { tabs: [other, tabWith([small])] })
    expect(named.post('ping')).toMatchObject({ sheet: 'Customers', columns: small })
    const unnamed = new ScriptUnderTest([], { tabs: [tabWith([small], 'People'), other] })
    expect(unnamed.post('ping')).toMatchObject({ sheet: 'People', columns: small })
  })

  it('reads and changes nothing without the secret', () => {
    const script = new ScriptUnderTest([small])
    for (const secret of ['another', '', undefined, null])
      expect(script.send({ v: 1, secret, action: 'list' })).toEqual({
        v: 1,
        ok: false,
        code: 'secret',
        message: 'The script has another secret',
      })
    expect(script.calls.filter((name) => name !== 'releaseLock')).toEqual([])
  })

  it('rejects invalid requests', () => {
    const script = new ScriptUnderTest([small])
    for (const body of ['', 'null', '{', '[]', '<html>', { action: 'list' }, { v: 2, action: 'list' }])
      expect(script.send(body), JSON.stringify(body)).toMatchObject({ v: 1, ok: false, code: 'bad-request' })
    for (const action of ['delete', 'constructor', '__proto__', undefined])
      expect(script.post(action as string)).toMatchObject({ ok: false, code: 'bad-request' })
    expect(script.post('add', { ...ann, id: undefined })).toMatchObject({ ok: false, code: 'bad-request' })
    expect(script.post('add', { ...ann, values: { Stage: 5 } })).toMatchObject({ ok: false, code: 'bad-request' })
    expect(script.rows).toEqual([small])
  })

  it('responds with busy and changes nothing while another run holds the lock', () => {
    const script = new ScriptUnderTest([small])
    const request = { v: 1, secret: 'a secret of this company', action: 'add', ...ann }
    expect(script.send(request, { isLocked: true })).toMatchObject({ ok: false, code: 'busy' })
    expect(script.calls).toEqual(['tryLock', 'releaseLock'])
    expect(script.rows).toEqual([small])
  })

  it('reads and writes under the lock, and flushes before it releases the lock', () => {
    const script = new ScriptUnderTest([small, ['Bo', 'bo@example.com', 'Lead', '']])
    const requests: [string, object][] = [
      ['list', {}],
      ['add', ann],
      ['update', { id: 'a-1', idColumn, old: { Stage: 'Lead' }, new: { Stage: 'Customer' } }],
      ['subscribe', { emailColumn: 'Email id', column: 'Stage', email: 'ann@example.com', value: 'Lost' }],
      ['merge', { idColumn, keep: { id: 'a-1', old: { Stage: 'Lost' }, new: { Stage: 'Lead' } }, remove: [] }],
    ]
    for (const [action, fields] of requests) {
      expect(script.post(action, fields), action).toMatchObject({ ok: true })
      expect(script.calls.indexOf('tryLock'), action).toBe(0)
      expect(script.calls.slice(-2), action).toEqual(['flush', 'releaseLock'])
    }
  })

  it('returns the error message of Google Sheets', () => {
    const script = new ScriptUnderTest([small])
    const refused = script.run({
      body: JSON.stringify({ v: 1, secret: 'a secret of this company', action: 'add', ...ann }),
      onCall: (name) => {
        if (name === 'setValues') throw new Error('You are trying to edit a protected cell or object.')
      },
    })
    expect(JSON.parse(refused.text ?? '')).toEqual({
      v: 1,
      ok: false,
      code: 'error',
      message: 'You are trying to edit a protected cell or object.',
    })
    expect(script.calls.at(-1)).toBe('releaseLock')
  })

  it('names columns that do not exist', () => {
    const script = new ScriptUnderTest([small, ['Ann', 'ann@example.com', 'Lead', 'a-1']])
    const of = { id: 'a-1', old: { Mobile: '' }, new: { Phone: '1' } }
    const requests: [string, object, string[]][] = [
      ['add', { id: 'x', idColumn: 'Id', values: { Phone: '1', Stage: 'Lead' } }, ['Phone', 'Id']],
      ['update', { ...of, idColumn }, ['Mobile', 'Phone']],
      ['merge', { idColumn: 'ID', keep: of, remove: [{ id: 'b', old: { Fax: '' } }] }, ['ID', 'Mobile', 'Phone', 'Fax']],
      ['subscribe', { emailColumn: 'E-Mail', column: 'Email Subscription', email: 'a@b.c', value: 'No' }, ['E-Mail', 'Email Subscription']],
    ]
    for (const [action, fields, missing] of requests)
      expect(script.post(action, fields), action).toMatchObject({ ok: false, code: 'columns', missing })
    expect(script.rows).toHaveLength(2)
  })
})

describe('the list', () => {
  it('has every cell as text in column order, with empty rows but without those at the end', () => {
    const script = new ScriptUnderTest([
      ['Notes', ...small],
      ['=A1', 'Ann', 'ann@example.com', 'Lead', 'a-1'],
      [],
      ['#REF!', 'TRUE', '8435550142', { value: 123, format: '000000' }, 'a-2'],
      ['FALSE'],
      [],
    ])
    expect(script.post('list')).toMatchObject({
      script: '1.0.0',
      columns: ['Notes', ...small],
      first: 2,
      total: 3,
      rows: [['#ERROR!', 'Ann', 'ann@example.com', 'Lead', 'a-1'], [], ['#REF!', 'TRUE', '8435550142', '000123', 'a-2']],
    })
  })

  it('has dates in the time zone of the spreadsheet', () => {
    for (const timeZone of ['America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata', 'Europe/Berlin']) {
      const script = new ScriptUnderTest(
        [
          ['Lead Date', idColumn],
          ['1/31/2026', 'a'],
          ['2026-07-04 09:05', 'b'],
          ["'2/3/2026", 'c'],
        ],
        { timeZone },
      )
      expect(script.post('list').rows, timeZone).toEqual([
        ['2026-01-31', 'a'],
        ['2026-07-04 09:05', 'b'],
        ['2/3/2026', 'c'],
      ])
    }
  })

  it('has numbers with all digits and texts with their spaces', () => {
    const script = new ScriptUnderTest([
      ['Mobile No', idColumn],
      [{ value: 1e21 }, 'a'],
      [{ value: 7.4, format: '000' }, 'd'],
      ['0.0000001', 'b'],
      ["' lead ", 'c'],
    ])
    expect(script.post('list').rows).toEqual([
      ['1000000000000000000000', 'a'],
      ['7.4', 'd'],
      ['0.0000001', 'b'],
      [' lead ', 'c'],
    ])
  })

  it('adds missing ids and changes nothing else, in sheets with formulas and checkboxes', () => {
    const script = new ScriptUnderTest([
      [idColumn, 'First Name', 'Here'],
      ['', 'Ann', 'FALSE'],
      ['', 'Bo', 'TRUE'],
      ['', '', 'FALSE'],
      ['7', 'Cy'],
      ['=ROW()', 'Di'],
      ['', 'Ed'],
    ])
    const first = script.post('list')
    const ids = script.rows.slice(1).map(([id]) => id)
    expect(ids).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID), '', '7', '#ERROR!', expect.stringMatching(UUID)])
    expect(new Set(ids)).toHaveLength(6)
    expect(script.tab.cell(6, 1)?.formula).toBe('=ROW()')
    expect((first.rows as string[][]).map(([id = '']) => id)).toEqual(ids)
    const again = script.post('list')
    expect(again).toEqual(first)
    expect(script.calls).not.toContain('setValues')
  })

  it('adds ids to the id column with any spelling of its header, and none if there is no such column', () => {
    for (const header of ['customer id', 'CustomerID ', 'Customer-Id'])
      expect(new ScriptUnderTest([['First Name', header], ['Ann']]).post('list').rows).toEqual([['Ann', expect.stringMatching(UUID)]])
    expect(new ScriptUnderTest([['First Name', 'No.'], ['Ann']]).post('list').rows).toEqual([['Ann', '']])
  })

  it('comes in pages whose revision shows a change between them', () => {
    const people = Array.from({ length: 5 }, (_, index) => [`P${index}`, `${index}@example.com`, 'Lead', `id-${index}`])
    const script = new ScriptUnderTest([small, ...people])
    const page = (from: number) => script.post('list', { from, limit: 2 })
    const pages = [0, 2, 4].map(page)
    expect(pages.flatMap(({ rows }) => rows)).toEqual(people)
    expect(pages.map(({ first, total }) => [first, total])).toEqual([
      [2, 5],
      [4, 5],
      [6, 5],
    ])
    expect(new Set(pages.map(({ revision }) => revision)).size).toBe(1)
    script.change((tab) => tab.setCell(6, 3, { value: 'Lost' }))
    expect(page(0).revision).not.toBe(pages[0]?.revision)
    expect(page(9)).toMatchObject({ rows: [], total: 5 })
  })

  it('of 20,000 rows is read with one call, returned in pages of 10,000, and can be changed', () => {
    const people = Array.from({ length: 20_000 }, (_, index) => [`P${index}`, `${index}@example.com`, 'Lead', index % 2 ? `${index}` : ''])
    const script = new ScriptUnderTest([small, ...people])
    const begun = performance.now()
    const first = script.post('list')
    expect(first).toMatchObject({ total: 20_000 })
    expect(first.rows).toHaveLength(10_000)
    expect(script.calls.filter((name) => name === 'getValues')).toHaveLength(2)
    expect(script.post('list', { limit: 50_000 }).rows).toHaveLength(10_000)
    expect(script.post('list', { from: 19_999 }).rows).toHaveLength(1)
    const update = { id: '19999', idColumn, old: { Stage: 'Lead' }, new: { Stage: 'Lost' } }
    expect(script.post('update', update)).toMatchObject({ row: 20_001 })
    expect(script.post('add', ann)).toMatchObject({ row: 20_002 })
    expect(performance.now() - begun).toBeLessThan(20_000)
  })
})
