import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { type Outcome, runScript, type ScriptCall } from './apps-script/run.ts'
import { type Faults, injectFaultAfter, injectFaultBefore } from './faults.ts'
import { sendPage } from './send-page.ts'
import type { Sheets } from './sheets.ts'

/** Time in milliseconds after which a response is deleted if the caller has not fetched it. */
const CONTENT_LIFE_MS = 60_000
const NOT_THERE = 'Sorry, unable to open the file at this time.'

interface Content {
  text: string
  type: string
}

/**
 * Simulates the two hosts of Apps Script. The host `script.google.com` runs the script and redirects the caller. The target of the redirect
 * is the host `script.googleusercontent.com`, which serves the response.
 */
export class ScriptHost {
  readonly #sheets: Sheets
  readonly #contentUrl: string
  readonly #faults: Faults | undefined
  readonly #contents = new Map<string, Content>()

  constructor(sheets: Sheets, contentUrl: string, faults: Faults | undefined) {
    this.#sheets = sheets
    this.#contentUrl = contentUrl
    this.#faults = faults
  }

  /** Runs a script and redirects to its response, as script.google.com does. */
  async serveScript(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request
    const body = await textOf(request)
    const sendText = (text: string, type: string) => this.#redirect({ text, type }, response)
    const fault = this.#faults?.begin(name, method, body, response)
    if (fault && (await injectFaultBefore(fault, response, sendText))) return
    if (!this.#sheets.find(name)?.script || !['GET', 'POST'].includes(method)) return sendPage(response, 404, NOT_THERE)

    const handler = method === 'POST' ? 'doPost' : 'doGet'
    const outcome = await this.#run(name, { handler, body, isLocked: fault?.kind === 'locked' })
    if (fault && (await injectFaultAfter(fault, response))) return
    if (outcome.text === undefined) sendPage(response, 200, outcome.error)
    else sendText(outcome.text, 'application/json; charset=utf-8')
  }

  /** Serves each response once, as script.googleusercontent.com does. */
  serveContent(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? ''
    const content = request.method === 'GET' ? this.#contents.get(path) : undefined
    if (!content) {
      sendPage(response, 404, NOT_THERE)
      return
    }
    this.#contents.delete(path)
    response.writeHead(200, { 'content-type': content.type, 'cache-control': 'no-cache, no-store' }).end(content.text)
  }

  /** Runs the script and stores the changed spreadsheet. If the spreadsheet cannot be stored, returns an error. */
  async #run(name: string, call: Pick<ScriptCall, 'handler' | 'body' | 'isLocked'>): Promise<Outcome> {
    let outcome: Outcome = { error: 'The script did not run.' }
    try {
      await this.#sheets.change(name, (sheet) => {
        const { spreadsheet, ...rest } = runScript({ ...call, ...sheet })
        outcome = rest
        return spreadsheet === sheet.spreadsheet ? sheet : { ...sheet, spreadsheet }
      })
    } catch (error) {
      outcome = { error: `Exception: ${error instanceof Error ? error.message : error}` }
    }
    return outcome
  }

  #redirect(content: Content, response: ServerResponse): void {
    const path = `/macros/echo?user_content_key=${randomUUID()}`
    this.#contents.set(path, content)
    setTimeout(() => this.#contents.delete(path), CONTENT_LIFE_MS).unref()
    response.writeHead(302, { location: this.#contentUrl + path }).end()
  }
}
