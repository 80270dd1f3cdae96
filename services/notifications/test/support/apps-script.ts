import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { runInNewContext } from 'node:vm'

const script = readFileSync(new URL('../../../../deploy/apps-script/Contact.gs', import.meta.url), 'utf8')

type Handled = { getContent(): string }

/** Runs the script we ship over a spreadsheet in memory; answers its `doPost` and the rows of its sheet. */
function runContactScript() {
  const rows: string[][] = []
  let made = false
  const sheet = {
    // As Sheets takes typed values: an apostrophe makes text, an equals sign a formula.
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
  /** The `host:port` of the script and of where its answers are fetched. */
  hosts: string
  /** The sheet, its header first. */
  rows: string[][]
  /** Forms that were posted, listed or not. */
  posts: URLSearchParams[]
  /** What to answer the next posts with in place of running the script, one each. `lost`: run it, then hang up. */
  troubles: ('lost' | 'page' | 'sign-in' | 500)[]
  /** Stops listening; the sheet stays. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Apps Script as it is from outside: a POST runs the script and is sent on to another host, where a GET has the answer. */
export async function startAppsScript(): Promise<FakeAppsScript> {
  const { doPost, rows } = runContactScript()
  const answers = new Map<string, string>()
  const posts: URLSearchParams[] = []
  const troubles: FakeAppsScript['troubles'] = []

  const content = createServer((request, response) => {
    const answer = request.method === 'GET' ? answers.get(request.url ?? '') : undefined
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(answer)
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
    answers.set(path, doPost({ parameter: Object.fromEntries(form) }).getContent())
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
