import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { runInNewContext } from 'node:vm'

const script = readFileSync(new URL('../../../../deploy/apps-script/Contact.gs', import.meta.url), 'utf8')

type Handled = { getContent(): string }

/** Runs `Contact.gs` with an in-memory spreadsheet. */
function runContactScript() {
  const rows: string[][] = []
  let made = false
  const sheet = {
    // Google Sheets treats a leading apostrophe as "this is text" and a leading equals sign as "this is a formula".
    appendRow: (cells: string[]) =>
      rows.push(cells.map((cell) => (cell.startsWith("'") ? cell.slice(1) : cell.startsWith('=') ? '#FORMULA' : cell))),
    setFrozenRows() {},
    getRange: () => ({
      createTextFinder: (text: string) => ({
        matchEntireCell: () => ({ findNext: () => rows.find(([first]) => first === text) ?? null }),
      }),
    }),
  }
  const globals = {
    LockService: { getScriptLock: () => ({ tryLock: () => true, releaseLock() {} }) },
    SpreadsheetApp: {
      getActiveSpreadsheet: () => ({
        getSheetByName: () => (made ? sheet : null),
        insertSheet() {
          made = true
          return sheet
        },
      }),
      flush() {},
    },
    ContentService: {
      MimeType: { JSON: 'json' },
      createTextOutput: (content: string) => ({ setMimeType: () => ({ getContent: () => content }) }),
    },
  }
  const doPost: (event: { parameter: Record<string, string> }) => Handled = runInNewContext(`${script}; doPost`, globals)
  return { doPost, rows }
}

export interface FakeAppsScript {
  url: string
  /** `host:port` of the script and of the host that serves its responses, separated by a comma. */
  hosts: string
  /** The first row is the header. */
  rows: string[][]
  /** All received forms, including forms that were not added to the sheet. */
  posts: URLSearchParams[]
  /** Failures of the next requests, one per request. `lost` runs the script and then closes the connection without a response. */
  troubles: ('lost' | 'page' | 'sign-in' | 500)[]
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Starts a fake of Google Apps Script. A POST runs the script and redirects to another host, where a GET returns the result. */
export async function startAppsScript(): Promise<FakeAppsScript> {
  const { doPost, rows } = runContactScript()
  const results = new Map<string, string>()
  const posts: URLSearchParams[] = []
  const troubles: FakeAppsScript['troubles'] = []

  const content = createServer((request, response) => {
    const result = request.method === 'GET' ? results.get(request.url ?? '') : undefined
    response.writeHead(result === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(result)
  })
  const contentPort = await listenOn(content, 0)

  const macros = createServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request))
    posts.push(form)
    const trouble = troubles.shift()
    if (trouble === 500) return response.writeHead(500).end()
    if (trouble === 'page') return response.end('<html>TypeError: Cannot read properties of null</html>')
    if (trouble === 'sign-in') return response.writeHead(302, { location: 'https://accounts.google.com/ServiceLogin' }).end()
    const path = `/macros/echo?user_content_key=${randomUUID()}`
    results.set(path, doPost({ parameter: Object.fromEntries(form) }).getContent())
    if (trouble === 'lost') return request.socket.destroy()
    response.writeHead(302, { location: `http://127.0.0.1:${contentPort}${path}` }).end()
  })
  const port = await listenOn(macros, 0)

  return {
    url: `http://127.0.0.1:${port}/macros/s/key/exec`,
    hosts: `127.0.0.1:${port},127.0.0.1:${contentPort}`,
    rows,
    posts,
    troubles,
    async goAway() {
      macros.closeAllConnections()
      await Promise.all([macros, content].map((server) => new Promise((resolve) => server.close(resolve))))
    },
    comeBack: async () => void (await Promise.all([listenOn(macros, port), listenOn(content, contentPort)])),
  }
}
