import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { type Outcome, runScript, type ScriptCall } from './apps-script/run.ts'
import { type Faults, injectFaultAfter, injectFaultBefore } from './faults.ts'
import { sendPage } from './send-page.ts'
import type { Sheets } from './sheets.ts'

/** Not everybody comes for an answer. */
const ANSWER_LIFE_MS = 60_000
const NOT_THERE = 'Sorry, unable to open the file at this time.'

interface Answer {
  text: string
  type: string
}

/** Google's two hosts: one runs scripts and sends the caller on to the other, which has the answer. */
export class ScriptHost {
  readonly #sheets: Sheets
  readonly #contentUrl: string
  readonly #faults: Faults | undefined
  readonly #answers = new Map<string, Answer>()

  constructor(sheets: Sheets, contentUrl: string, faults: Faults | undefined) {
    this.#sheets = sheets
    this.#contentUrl = contentUrl
    this.#faults = faults
  }

  /** As script.google.com does. */
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

  /** As script.googleusercontent.com does: each answer once. */
  serveAnswer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? ''
    const answer = request.method === 'GET' ? this.#answers.get(path) : undefined
    if (!answer) {
      sendPage(response, 404, NOT_THERE)
      return
    }
    this.#answers.delete(path)
    response.writeHead(200, { 'content-type': answer.type, 'cache-control': 'no-cache, no-store' }).end(answer.text)
  }

  /** What cannot be stored has not happened; the script's answer would say that it has. */
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

  #redirect(answer: Answer, response: ServerResponse): void {
    const path = `/macros/echo?user_content_key=${randomUUID()}`
    this.#answers.set(path, answer)
    setTimeout(() => this.#answers.delete(path), ANSWER_LIFE_MS).unref()
    response.writeHead(302, { location: this.#contentUrl + path }).end()
  }
}
