import { describe, expect, it } from 'vitest'
import { checkRunKilledAnywhere, people, ScriptUnderTest, small } from './script-under-test.ts'

const idColumn = 'Customer ID'

describe('a merge', () => {
  const keep = { id: 'b-2', old: { 'First Name': 'Bo', 'Email id': 'bo@example.com' }, new: { 'First Name': 'Bob', Stage: 'Customer' } }
  const keepSeen = { ...keep, old: { ...keep.old, Stage: 'Lead' } }
  const remove = [
    { id: 'a-1', old: { 'First Name': 'Ann', Stage: 'Lead' } },
    { id: 'c-3', old: { 'First Name': 'Cy', Stage: 'Customer' } },
  ]
  const merge = { idColumn, keep: keepSeen, remove }

  it('is completed by a retry, wherever a run was killed, and deletes rows only after the kept row is updated', () => {
    checkRunKilledAnywhere(people, 'merge', merge, (rows) => {
      const isWhole = rows.some(([first, , stage]) => first === 'Bob' && stage === 'Customer')
      if (!isWhole) expect(rows).toHaveLength(4)
    })
    const script = people()
    expect(script.post('merge', merge)).toMatchObject({ row: 2, already: false })
    expect(script.rows).toEqual([small, ['Bob', 'bo@example.com', 'Customer', 'b-2']])
  })

  it('changes nothing if one of the rows was changed, is missing or exists twice', () => {
    const cases: [string, (script: ScriptUnderTest) => void, object][] = [
      ['the kept one', (script) => script.change((tab) => tab.setCell(3, 1, { value: 'Bonnie' })), { code: 'conflict', id: 'b-2' }],
      [
        'another',
        (script) => script.change((tab) => tab.setCell(4, 3, { value: 'Lost' })),
        { code: 'conflict', id: 'c-3', current: { Stage: 'Lost' } },
      ],
      ['gone', (script) => script.change((tab) => tab.deleteRow(2)), { code: 'not-found', id: 'a-1' }],
      ['kept one gone', (script) => script.change((tab) => tab.deleteRow(3)), { code: 'not-found', id: 'b-2' }],
      ['twice', (script) => script.change((tab) => tab.setCell(9, 4, { value: 'c-3' })), { code: 'twice', id: 'c-3' }],
    ]
    for (const [name, change, refusal] of cases) {
      const script = people()
      change(script)
      const before = script.rows
      expect(script.post('merge', merge), name).toMatchObject({ ok: false, ...refusal })
      expect(script.rows, name).toEqual(before)
    }
  })
})

describe('a change of the subscription', () => {
  const sheet = () =>
    new ScriptUnderTest([
      ['Email id', 'Email Subscription'],
      ['ann@example.com', 'Yes'],
      [' ANN@Example.com', 'yes'],
      ['ann@example.com.au', 'Yes'],
      ['', 'Yes'],
    ])
  const no = { emailColumn: 'Email id', column: 'Email Subscription', email: 'Ann@example.com ', value: 'No' }

  it('is written to each row with the email address, and a repetition writes nothing', () => {
    const script = sheet()
    for (let time = 0; time < 2; time++) expect(script.post('subscribe', no)).toEqual({ v: 1, ok: true, rows: 2 })
    expect(script.calls).not.toContain('setValues')
    expect(script.rows.slice(1).map(([, word]) => word)).toEqual(['No', 'No', 'Yes', 'Yes'])
  })

  it('succeeds if no row has the email address', () => {
    expect(sheet().post('subscribe', { ...no, email: 'who@example.com' })).toEqual({ v: 1, ok: true, rows: 0 })
  })
})
