import { ourScript, type SheetCell } from '@app/chassis/testing/sheet.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import { expect } from 'vitest'
import { type Outcome, runScript, type ScriptCall } from '../../local/parts/sheet/apps-script/run.ts'
import type { SpreadsheetData } from '../../local/parts/sheet/apps-script/spreadsheet-app.ts'
import { displayOf, typeInto } from '../../local/parts/sheet/cell.ts'
import { newTab, Tab, type TabData } from '../../local/parts/sheet/tab.ts'

const SECRET = 'a secret of this company'
const script = await ourScript(SECRET)

export const headers: readonly string[] = customerColumns

interface ScriptResponse {
  ok: boolean
  code?: string
  [field: string]: unknown
}

export function tabWith(rows: readonly (readonly SheetCell[])[], name = 'Customers'): TabData {
  const blank = newTab(name)
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? typeInto(undefined, cell) : cell)))
  return { ...blank, rowCount: Math.max(blank.rowCount, rows.length), cells }
}

export class ScriptUnderTest {
  spreadsheet: SpreadsheetData
  /** Calls to Google's services in the last run. */
  calls: string[] = []

  constructor(rows: readonly (readonly SheetCell[])[], { timeZone = 'America/New_York', tabs = [tabWith(rows)] } = {}) {
    this.spreadsheet = { timeZone, tabs }
  }

  post(action: string, fields: object = {}): ScriptResponse {
    return this.send({ v: 1, secret: SECRET, action, ...fields })
  }

  send(body: unknown, { isLocked = false } = {}): ScriptResponse {
    const outcome = this.run({ body: typeof body === 'string' ? body : JSON.stringify(body), isLocked })
    if (outcome.text === undefined) throw new Error(outcome.error)
    return JSON.parse(outcome.text)
  }

  run({ handler = 'doPost', body = '', isLocked = false, onCall = () => {} }: Partial<ScriptCall>): Outcome {
    this.calls = []
    const outcome = runScript({
      script,
      handler,
      body,
      isLocked,
      spreadsheet: this.spreadsheet,
      onCall: (name) => {
        this.calls.push(name)
        onCall(name)
      },
    })
    this.spreadsheet = outcome.spreadsheet
    return outcome
  }

  /** Kills the run at its n-th call to a service (`at`), as Apps Script does when a run exceeds its limits. There is no response. */
  postAndDie(at: number, action: string, fields: object): void {
    let calls = 0
    const onCall = () => {
      calls += 1
      if (calls >= at) throw new Error('killed')
    }
    this.run({ body: JSON.stringify({ v: 1, secret: SECRET, action, ...fields }), onCall })
  }

  get tab(): Tab {
    const [data] = this.spreadsheet.tabs
    if (!data) throw new Error('A spreadsheet without a sheet')
    return new Tab(data)
  }

  get rows(): string[][] {
    const { tab } = this
    return Array.from({ length: tab.lastRow }, (_, row) =>
      Array.from({ length: tab.lastColumn }, (_, column) => displayOf(tab.cell(row + 1, column + 1) ?? { value: '' })),
    )
  }

  /** Changes cells as a user does, without the script. */
  change(change: (tab: Tab) => void): void {
    const { tab } = this
    change(tab)
    this.spreadsheet = { ...this.spreadsheet, tabs: [tab.data, ...this.spreadsheet.tabs.slice(1)] }
  }
}

export const small = ['First Name', 'Email id', 'Stage', 'Customer ID']
export const ann = ['Ann', 'ann@example.com', 'Lead', 'a-1']
export const bo = ['Bo', 'bo@example.com', 'Lead', 'b-2']
export const cy = ['Cy', 'CY@example.com ', 'Customer', 'c-3']

export const people = () => new ScriptUnderTest([small, ann, bo, cy])

/**
 * Kills one run at its first call to Google's services, the next run at its second call, and so on. After each killed run, repeats the
 * request and expects the complete sheet.
 */
export function checkRunKilledAnywhere(
  script: () => ScriptUnderTest,
  action: string,
  fields: object,
  check?: (rows: string[][]) => void,
): void {
  const whole = script()
  expect(whole.post(action, fields)).toMatchObject({ ok: true })
  const { length } = whole.calls
  for (let at = 1; at <= length; at++) {
    const killed = script()
    killed.postAndDie(at, action, fields)
    check?.(killed.rows)
    expect(killed.post(action, fields), `killed at call ${at}`).toMatchObject({ ok: true })
    expect(killed.rows, `killed at call ${at}`).toEqual(whole.rows)
  }
  const before = whole.rows
  expect(whole.post(action, fields)).toMatchObject({ ok: true, already: true })
  expect(whole.calls).not.toContain('setValues')
  expect(whole.calls).not.toContain('deleteRow')
  expect(whole.rows).toEqual(before)
}
