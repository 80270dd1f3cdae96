import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import type {} from './provided.ts'

/** A fault of the spreadsheet's script, which runs on the local server that replaces Google Sheets. */
export type SheetFault =
  /** `late`: the script starts after `ms`. `slow`: the script's response is delayed by `ms`. */
  | { kind: 'late' | 'slow'; ms: number }
  | { kind: 'status'; status: number }
  | { kind: 'redirect'; location: string }
  | { kind: 'answer'; type: string; body: string }
  /**
   * `exception`: an error page with status 200. `sign-in`: a redirect to Google's sign-in page. `locked`: another run has locked the
   * script. `hang`: no response. `cut`: the connection is closed before the script has run. `lost`: the connection is closed after the
   * script has run.
   */
  | { kind: 'exception' | 'sign-in' | 'locked' | 'hang' | 'cut' | 'lost' }

/** A typed text, or a value with a number format or with the formula that produces the value. */
export type SheetCell = string | { value: string | number | boolean; format?: string; formula?: string }

export interface SheetCalls {
  calls: { method: string; action?: string }[]
  mostAtOnce: number
}

export interface TestSheet {
  url: string
  /** Value for CRM_HOSTS: hosts of the script and of its responses. */
  hosts: string
  /** Sets the spreadsheet's script (Apps Script). An empty string removes the script. */
  setScript(script: string): Promise<void>
  setRows(rows: readonly (readonly SheetCell[])[], timeZone?: string): Promise<void>
  /** Returns the displayed text of all cells. The first row contains the headers. */
  rows(): Promise<string[][]>
  /** Types a text into a cell, as a user does. Rows and columns are counted from 1. */
  type(row: number, column: number, text: string): Promise<void>
  deleteRow(row: number): Promise<void>
  /** Sets one fault for each of the next calls, and one for all later calls. */
  setFaults(next: readonly SheetFault[], always?: SheetFault): Promise<void>
  calls(): Promise<SheetCalls>
}

/** The script that the product ships, with this secret. */
export async function ourScript(secret: string): Promise<string> {
  const script = await readFile(new URL('../../../../deploy/apps-script/Code.gs', import.meta.url), 'utf8')
  return script.replace('paste-from-the-admin-page', secret)
}

/** Creates an empty spreadsheet on the local server that replaces Google Sheets. */
export async function createTestSheet({ url, hosts } = inject('sheet')): Promise<TestSheet> {
  const name = `test-${randomUUID()}`
  const send = async (method: string, path: string, body?: string): Promise<Response> => {
    const response = await fetch(`${url}/${path}`, { method, body })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const setRows: TestSheet['setRows'] = async (rows, timeZone) =>
    void (await send('PUT', `sheets/${name}`, JSON.stringify({ rows, timeZone })))
  await setRows([])
  return {
    url: `${url}/exec/${name}`,
    hosts,
    setRows,
    setScript: async (script) => void (await send('PUT', `sheets/${name}/script`, script)),
    async rows() {
      const { rows } = (await (await send('GET', `sheets/${name}`)).json()) as { rows: { shown: string }[][] }
      return rows.map((cells) => cells.map(({ shown }) => shown))
    },
    type: async (row, column, text) => void (await send('PUT', `sheets/${name}/cells/${row}/${column}`, text)),
    deleteRow: async (row) => void (await send('DELETE', `sheets/${name}/rows/${row}`)),
    setFaults: async (next, always) => void (await send('PUT', `control/${name}`, JSON.stringify({ next, always }))),
    calls: async () => (await (await send('GET', `control/${name}`)).json()) as SheetCalls,
  }
}
