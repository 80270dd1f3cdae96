import { type OutboundCall, OutboundError, type OutboundReader } from '@app/chassis/http/outbound.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { cleanText } from '../parsing/clean-text.ts'
import { faultOf, SheetFault, statusFault } from './faults.ts'
import { jsonRows } from './json-rows.ts'

/** A script's response without its rows. */
export type ScriptResponse = Readonly<Record<string, unknown>>

export interface RowHandler {
  /** Called for each complete row. `before` returns the part of the response that precedes the rows. */
  take(row: unknown, before: () => ScriptResponse): void
  /** Awaited before the next chunk of the response is read. */
  settle(): Promise<void>
}

const NO_ROWS: RowHandler = { take() {}, async settle() {} }

/** Protocol version of `deploy/apps-script/Code.gs`. */
const PROTOCOL = 1

export const isOurScript = (response: ScriptResponse): boolean => response.v === PROTOCOL

const MAX_VERSION_LENGTH = 50

export const versionOf = ({ script }: ScriptResponse): string =>
  typeof script === 'string' ? oneLine(cleanText(script), MAX_VERSION_LENGTH) : ''

export const countOf = (value: unknown): number => (Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SheetFault('not-json', undefined, cause)
  }
}

const pageFault = (page: string): SheetFault =>
  new SheetFault(/accounts\.google\.com|ServiceLogin/.test(page) ? 'sign-in-page' : 'html-page')

/** Chunk size for parsing. Garbage collection frees the objects of a small chunk in the young generation, with short pauses. */
const CHUNK_BYTES = 8 * 1024

async function* smallChunksOf(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += CHUNK_BYTES) yield chunk.subarray(at, at + CHUNK_BYTES)
  }
}

/** Calls a script and passes each row of the response to `rowHandler`. Throws a `SheetFault` if the response is invalid. */
export async function callScript(call: OutboundReader, request: OutboundCall, rowHandler = NO_ROWS): Promise<ScriptResponse> {
  try {
    return await call({ ...request, ...(request.method === 'GET' && { accept: 'application/json' }) }, async ({ status, chunks }) => {
      if (status !== 200) throw statusFault(status)
      const rows = jsonRows()
      const decoder = new TextDecoder()
      const before = () => parse(`${rows.head()}]}`) as ScriptResponse
      let isBlank = true
      for await (const chunk of smallChunksOf(chunks)) {
        const text = decoder.decode(chunk, { stream: true })
        const start = isBlank ? text.trimStart() : ''
        // A script that fails returns an HTML page with status 200.
        if (start.startsWith('<')) throw pageFault(text)
        if (start) isBlank = false
        for (const row of rows.push(text)) rowHandler.take(parse(row), before)
        await rowHandler.settle()
      }
      const response = parse(rows.shell())
      if (typeof response !== 'object' || response === null) throw new SheetFault('not-json')
      return Array.isArray(response) ? { data: response } : (response as ScriptResponse)
    })
  } catch (error) {
    throw error instanceof OutboundError ? faultOf(error) : error
  }
}

/** The response is not from the product's script. Before a POST, which could add a row, a GET must show which script answers now. */
export class ScriptReplaced extends Error {
  /** Fault to report if a GET shows that the product's script was not replaced. */
  readonly fault: SheetFault

  constructor(fault: SheetFault) {
    super('The response is not from our script')
    this.fault = fault
  }
}

const isNoProtocol = (error: unknown): error is SheetFault =>
  error instanceof SheetFault && (error.code === 'not-json' || error.code === 'html-page')

/** The product's script rejected an action because of the content of the sheet. */
export class Refusal extends Error {
  readonly code: 'conflict' | 'not-found' | 'columns' | 'twice'
  readonly response: ScriptResponse

  constructor(code: Refusal['code'], response: ScriptResponse) {
    super(`The script rejected the action: ${code}`)
    this.code = code
    this.response = response
  }
}

const isRefusal = (code: unknown): code is Refusal['code'] => ['conflict', 'not-found', 'columns', 'twice'].includes(String(code))

const MAX_ERROR_LENGTH = 200

export interface OurScript {
  gsapi: string
  secret: string
}

export async function callOurScript(
  call: OutboundReader,
  { gsapi, secret }: OurScript,
  request: { action: 'ping' | 'list' | 'add' | 'update' | 'merge' | 'subscribe' } & Readonly<Record<string, unknown>>,
  { rowHandler, signal }: { rowHandler?: RowHandler; signal?: AbortSignal } = {},
): Promise<ScriptResponse> {
  // The product's script accepts any content type. This type is common for Apps Script, because browsers send no CORS preflight for it.
  const body = { type: 'text/plain;charset=utf-8', text: JSON.stringify({ v: PROTOCOL, secret, ...request }) }
  const response = await callScript(call, { method: 'POST', url: gsapi, body, signal }, rowHandler).catch((error: unknown) => {
    throw isNoProtocol(error) ? new ScriptReplaced(error) : error
  })
  if (!isOurScript(response)) throw new ScriptReplaced(new SheetFault('script-error'))
  if (response.ok === true) return response
  if (response.code === 'busy' || response.code === 'secret') throw new SheetFault(response.code)
  if (isRefusal(response.code)) throw new Refusal(response.code, response)
  throw new SheetFault('script-error', errorOf(response))
}

/** Returns a message with the error text of Google Sheets, for example that cells are protected. */
function errorOf({ message }: ScriptResponse): string | undefined {
  const text = typeof message === 'string' ? oneLine(cleanText(message), MAX_ERROR_LENGTH) : ''
  return text ? `The spreadsheet’s script reports an error: ${text}` : undefined
}
