import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ann, bo, checkRunKilledAnywhere, cy, headers, people, ScriptUnderTest, small } from './script-under-test.ts'

const idColumn = 'Customer ID'

describe('texts', () => {
  const taken = [
    '=1+1',
    '+1 843 555 0142',
    '-5',
    '@home',
    "'quoted'",
    '007',
    '1/2',
    '3-4',
    '2026-01-05',
    '1e5',
    'TRUE',
    '50%',
    '$5',
    ' x ',
    '#REF!',
  ]

  it('are written unchanged, even if Google Sheets would interpret them', () => {
    for (const text of taken) {
      const script = people()
      expect(script.post('add', { id: text, idColumn, values: { 'First Name': text } }), text).toMatchObject({ row: 5 })
      expect(script.post('update', { id: 'a-1', idColumn, old: { Stage: 'Lead' }, new: { Stage: text } }), text).toMatchObject({ row: 2 })
      const { rows } = script.post('list')
      expect(rows, text).toEqual([['Ann', 'ann@example.com', text, 'a-1'], bo, cy, [text, '', '', text]])
      expect([script.tab.cell(5, 1)?.formula, script.tab.cell(2, 3)?.formula]).toEqual([undefined, undefined])
    }
  })

  it('are read back unchanged, are found by later requests and count as unchanged', () => {
    fc.assert(
      fc.property(
        fc.record({ id: fc.string({ minLength: 1 }), name: fc.string({ unit: 'grapheme' }), next: fc.string() }),
        ({ id, name, next }) => {
          const script = new ScriptUnderTest([small])
          const added = { id, idColumn, values: { 'First Name': name } }
          script.post('add', added)
          expect(script.post('add', added)).toMatchObject({ row: 2, already: true })
          expect(script.post('update', { id, idColumn, old: { 'First Name': name }, new: { 'First Name': next } })).toMatchObject({
            row: 2,
          })
          expect(script.post('list').rows).toEqual([[next, '', '', id]])
        },
      ),
    )
  })

  it('are written without an apostrophe to cells that are formatted as text', () => {
    const script = new ScriptUnderTest([small, ['Ann', '', { value: '', format: '@' }, 'a-1']])
    script.post('update', { id: 'a-1', idColumn, old: { Stage: '' }, new: { Stage: '=1/2' } })
    expect(script.rows[1]).toEqual(['Ann', '', '=1/2', 'a-1'])
  })
})

describe('dates', () => {
  it('are written as dates in the time zone of the spreadsheet', () => {
    for (const timeZone of ['America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'UTC']) {
      const script = new ScriptUnderTest([['Lead Date', 'Customer date', 'Other Details', idColumn]], { timeZone })
      const values = { 'Lead Date': '2026-03-29', 'Customer date': '', 'Other Details': '2026-03-29' }
      script.post('add', { id: 'a', idColumn, values, dates: ['Lead Date', 'Customer date'] })
      const update = {
        id: 'a',
        idColumn,
        old: { 'Customer date': '' },
        new: { 'Customer date': '2026-11-01' },
        dates: ['Lead Date', 'Customer date'],
      }
      expect(script.post('update', update)).toMatchObject({ row: 2 })
      expect(script.post('update', update)).toMatchObject({ already: true })
      expect(script.rows[1], timeZone).toEqual(['3/29/2026', '11/1/2026', '2026-03-29', 'a'])
      expect(script.post('list').rows, timeZone).toEqual([['2026-03-29', '2026-11-01', '2026-03-29', 'a']])
      expect(script.tab.cell(2, 3)?.value).toBe('2026-03-29')
    }
  })

  it('that are invalid are rejected, and nothing is written', () => {
    const script = new ScriptUnderTest([['Lead Date', idColumn]])
    expect(script.post('add', { id: 'a', idColumn, values: { 'Lead Date': 'soon' }, dates: ['Lead Date'] })).toMatchObject({ ok: false })
    expect(script.rows).toEqual([['Lead Date', idColumn]])
  })
})

describe('an added row', () => {
  it('exists once after a retry, wherever the first run was killed', () => {
    const values = { 'First Name': 'Di', 'Email id': 'di@example.com', Stage: 'Lead' }
    checkRunKilledAnywhere(people, 'add', { id: 'd-4', idColumn, values }, (rows) => {
      expect([rows.length, rows[4]?.join()]).toBeOneOf([
        [4, undefined],
        [5, 'Di,di@example.com,Lead,d-4'],
      ])
    })
  })

  it('uses the order of the headers and comes after the last row with content', () => {
    const script = new ScriptUnderTest([
      ['Here', idColumn, 'Total', 'Stage', '', 'First Name', 'Stage'],
      ['TRUE', 'a-1', '=LEN(F2)', 'Lead', '', 'Ann'],
      [],
      ['FALSE', 'b-2'],
      ['FALSE', '', { value: '', formula: '=IF(F5="","",LEN(F5))' }],
      ['FALSE'],
    ])
    expect(script.post('add', { id: 'c-3', idColumn, values: { 'First Name': 'Cy', Stage: 'Lead' } })).toMatchObject({ row: 5 })
    expect(script.rows[4]).toEqual(['FALSE', 'c-3', '#ERROR!', 'Lead', '', 'Cy', ''])
    expect(script.tab.cell(5, 3)?.formula).toBe('=IF(F5="","",LEN(F5))')
    expect(script.tab.cell(5, 1)?.value).toBe(false)
  })

  it('extends a sheet that is full', () => {
    const script = new ScriptUnderTest([small, ...Array.from({ length: 999 }, (_, index) => ['P', '', 'Lead', `${index}`])])
    expect(script.tab.rowCount).toBe(1000)
    expect(script.post('add', { id: 'more', idColumn, values: { 'First Name': 'Zo' } })).toMatchObject({ row: 1001 })
    expect(script.rows.at(-1)).toEqual(['Zo', '', '', 'more'])
  })

  it('is written below the new headers in an empty sheet', () => {
    const script = new ScriptUnderTest([])
    checkRunKilledAnywhere(() => new ScriptUnderTest([]), 'add', { id: 'a', idColumn, values: { 'First Name': 'Ann' } })
    script.post('add', { id: 'a', idColumn, values: { 'First Name': 'Ann' } })
    expect(script.rows).toEqual([headers, ['Ann', ...new Array(8).fill(''), 'a']])
  })
})

describe('an update', () => {
  const change = { id: 'b-2', idColumn, old: { 'First Name': 'Bo', Stage: 'Lead' }, new: { 'First Name': 'Bob', Stage: 'Customer' } }

  it('is made once after a retry, wherever the first run was killed', () => {
    checkRunKilledAnywhere(people, 'update', change, (rows) => {
      expect(rows.filter((_, index) => index !== 2)).toEqual([small, ann, cy])
    })
  })

  it('finds its row after sorting and its columns after moving them', () => {
    const script = new ScriptUnderTest([
      [idColumn, 'Stage', 'First Name'],
      ['c-3', '', 'Cy'],
      ['b-2', 'Lead', 'Bo'],
      ['a-1', '', 'Ann'],
    ])
    expect(script.post('update', change)).toMatchObject({ row: 3, already: false })
    expect(script.rows).toEqual([
      [idColumn, 'Stage', 'First Name'],
      ['c-3', '', 'Cy'],
      ['b-2', 'Customer', 'Bob'],
      ['a-1', '', 'Ann'],
    ])
  })

  it('fails with a conflict and writes nothing if a cell differs from its expected old value', () => {
    const script = people()
    script.change((tab) => tab.setCell(3, 3, { value: 'Lost' }))
    expect(script.post('update', change)).toMatchObject({
      ok: false,
      code: 'conflict',
      id: 'b-2',
      current: { 'First Name': 'Bo', Stage: 'Lost' },
    })
    expect(script.rows[2]).toEqual(['Bo', 'bo@example.com', 'Lost', 'b-2'])
  })

  it('has no conflict with a change of another cell in the row', () => {
    const script = people()
    script.change((tab) => tab.setCell(3, 2, { value: 'new@example.com' }))
    expect(script.post('update', change)).toMatchObject({ ok: true })
    expect(script.rows[2]).toEqual(['Bob', 'new@example.com', 'Customer', 'b-2'])
  })

  it('compares displayed values: dates, numbers with leading zeros, checkboxes', () => {
    const script = new ScriptUnderTest([
      ['Lead Date', 'Mobile No', 'Here', 'Sum', idColumn],
      ['1/5/2026', { value: 42, format: '0000' }, 'TRUE', { value: 7, formula: '=3+4' }, 'a'],
    ])
    const old = { 'Lead Date': '2026-01-05', 'Mobile No': '0042', Here: 'TRUE', Sum: '7' }
    expect(script.post('update', { id: 'a', idColumn, old, new: { ...old, Here: 'no' } })).toMatchObject({ ok: true, already: false })
    expect(script.rows[1]).toEqual(['1/5/2026', '0042', 'no', '7', 'a'])
    expect(script.tab.cell(2, 4)?.formula).toBe('=3+4')
  })

  it('is rejected for an unknown id and for an id of two rows', () => {
    const script = new ScriptUnderTest([small, ann, bo, ['Bo again', '', '', 'b-2']])
    expect(script.post('update', { ...change, id: 'z' })).toMatchObject({ ok: false, code: 'not-found', id: 'z' })
    expect(script.post('update', change)).toMatchObject({
      ok: false,
      code: 'twice',
      message: 'More than one row has this Customer ID: 3, 4',
    })
    expect(script.rows).toHaveLength(4)
  })
})
