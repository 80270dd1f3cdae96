import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { PartLog } from '../log.ts'
import { close, listen } from '../loopback.ts'
import { originRefusal } from '../pages/check-origin.ts'
import { servePage } from '../pages/serve-files.ts'
import { Faults } from './faults.ts'
import { ScriptHost } from './script-host.ts'
import { serveSheets } from './sheet-routes.ts'
import { Sheets } from './sheets.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
const PAGE = { folder: import.meta.dirname, files: ['page.css', 'page.js', 'grid.js'], policy: POLICY }

export interface DevelopmentSheetOptions {
  /** Default: any free port. */
  port?: number
  /** Folder for the spreadsheets. Default: in memory only. */
  dataDir?: string
  withFaults?: boolean
  log: PartLog
}

export interface DevelopmentSheet {
  url: string
  /**
   * Value for the setting `CRM_HOSTS`, so that the services may send requests to these servers. Contains `127.0.0.1:<port>` and
   * `localhost:<port>` of the server that runs scripts, and `127.0.0.1:<port>` of the server for the responses.
   */
  hosts: string
  stop(): Promise<void>
}

/** Starts a server that simulates Google spreadsheets and their Apps Script web apps on this machine. */
export async function startDevelopmentSheet(options: DevelopmentSheetOptions): Promise<DevelopmentSheet> {
  const { port = 0, dataDir, withFaults = false, log } = options
  const sheets = await Sheets.open(dataDir && join(dataDir, 'sheets'))
  const faults = withFaults ? new Faults() : undefined
  const content = createServer()
  const contentHost = await listen(content, 0)
  const host = new ScriptHost(sheets, `http://${contentHost}`, faults)
  content.on('request', (request, response) => host.serveContent(request, response))

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = originRefusal(request)
    if (refusal) return void response.writeHead(refusal.status, { 'content-type': 'text/plain' }).end(refusal.sentence)
    const [, part, name = ''] = (request.url ?? '').split(/[/?]/)
    if (part === 'exec') return host.serveScript(name, request, response)
    if (part === 'control' && faults) return faults.serve(name, request, response)
    if (!(await serveSheets(sheets, request, response))) await servePage(PAGE, request, response)
  }
  const web = createServer((request, response) => {
    serve(request, response).catch((error: Error) => {
      log.warn(`Development sheet: ${error.message}`)
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { 'content-type': 'text/plain' }).end(error.message)
    })
  })
  const webHost = await listen(web, port)
  return {
    url: `http://${webHost}`,
    hosts: `${webHost},localhost:${new URL(`http://${webHost}`).port},${contentHost}`,
    stop: async () => {
      await Promise.all([close(web), close(content)])
    },
  }
}
