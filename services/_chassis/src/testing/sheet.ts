import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import type {} from './provided.ts'

/** What may happen to one call of a spreadsheet's script. */
export type SheetFault =
  /** The run begins, or its answer comes, so much later. */
  | { kind: 'late' | 'slow'; ms: number }
  | { kind: 'status'; status: number }
  | { kind: 'redirect'; location: string }
  /** In place of the script's. */
  | { kind: 'answer'; type: string; body: string }
  /**
   * `exception`: a page with status 200. `locked`: another run holds the script's lock. `hang`: never answered. `cut`: hung up on
   * before anything was done; `lost`: after it was done.
   */
  | { kind: 'exception' | 'sign-in' | 'locked' | 'hang' | 'cut' | 'lost' }

/** A cell as somebody types it; or one with a number format, or with a formula and what it comes to. */
export type SheetCell = string | { value: string | number | boolean; format?: string; formula?: string }

export interface SheetCalls {
  calls: { method: string; action?: string }[]
  /** Most calls that were under way at one moment. */
  mostAtOnce: number
}

export interface TestSheet {
  /** The script's address. */
  url: string
  /** For CRM_HOSTS: where the script is and where its answers are fetched. */
  hosts: string
  /** The script that runs; none any more with ''. */
  setScript(script: string): Promise<void>
  setRows(rows: readonly (readonly SheetCell[])[], timeZone?: string): Promise<void>
  /** The cells as they are shown, the headers first. */
  rows(): Promise<string[][]>
  /** As somebody does it by hand; counted from 1. */
  type(row: number, column: number, text: string): Promise<void>
  deleteRow(row: number): Promise<void>
  /** What happens to the next calls, one each; and to all others from now on. */
  setFaults(next: readonly SheetFault[], always?: SheetFault): Promise<void>
  /** Since the sheet was made. */
  calls(): Promise<SheetCalls>
}

/** The script that the product ships, with a secret in it. */
export async function ourScript(secret: string): Promise<string> {
  const script = await readFile(new URL('../../../../deploy/apps-script/Code.gs', import.meta.url), 'utf8')
  return script.replace('paste-from-the-admin-page', secret)
}

/** A spreadsheet of its own, blank and without a script, at the stand-in for Google that the test run provides. */
export async function createTestSheet({ url, hosts } = inject('sheet')): Promise<TestSheet> {
  const name = `test-${randomUUID()}`
  const send = async (method: string, path: string, body?: string): Promise<Response> => {
    const answer = await fetch(`${url}/${path}`, { method, body })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
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
