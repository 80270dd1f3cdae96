import { type OutboundCall, OutboundError, type OutboundReader } from '@app/chassis/http/outbound.ts'
import { oneLine } from '@app/chassis/one-line.ts'
import { cleanText } from '../parsing/clean-text.ts'
import { faultOf, SheetFault, statusFault } from './faults.ts'
import { jsonRows } from './json-rows.ts'

/** What a script said beside its rows. */
export type Answer = Readonly<Record<string, unknown>>

/** Receives the rows of a response one by one. */
export interface RowHandler {
  /** As soon as a row is there; `before` is what the script had said until then. */
  take(row: unknown, before: () => Answer): void
  /** Waited for before more is read. */
  settle(): Promise<void>
}

const NO_ROWS: RowHandler = { take() {}, async settle() {} }

/** The version of the protocol that `deploy/apps-script/Code.gs` speaks. */
const PROTOCOL = 1

export const isOurScript = (answer: Answer): boolean => answer.v === PROTOCOL

const LONGEST_VERSION = 50

/** The version that our script names; '' for a value that is no text. */
export const versionOf = ({ script }: Answer): string => (typeof script === 'string' ? oneLine(cleanText(script), LONGEST_VERSION) : '')

/** A number of rows that a script names; 0 for any other value. */
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

/** What is made of a small piece is done with before the young generation is full, and costs the process nothing for long. */
const PIECE_BYTES = 8 * 1024

async function* piecesOf(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES)
  }
}

/** Calls a script and passes the rows of its response to `rowHandler` one by one. Throws a `SheetFault` for what is no answer of a script. */
export async function callScript(call: OutboundReader, request: OutboundCall, rowHandler = NO_ROWS): Promise<Answer> {
  try {
    return await call(request, async ({ status, chunks }) => {
      if (status !== 200) throw statusFault(status)
      const rows = jsonRows()
      const decoder = new TextDecoder()
      const before = () => parse(`${rows.head()}]}`) as Answer
      let isBlank = true
      for await (const piece of piecesOf(chunks)) {
        const text = decoder.decode(piece, { stream: true })
        const start = isBlank ? text.trimStart() : ''
        // A script that fails answers with a page and status 200.
        if (start.startsWith('<')) throw pageFault(text)
        if (start) isBlank = false
        for (const row of rows.push(text)) rowHandler.take(parse(row), before)
        await rowHandler.settle()
      }
      const answer = parse(rows.shell())
      if (typeof answer !== 'object' || answer === null) throw new SheetFault('not-json')
      return Array.isArray(answer) ? { data: answer } : (answer as Answer)
    })
  } catch (error) {
    throw error instanceof OutboundError ? faultOf(error) : error
  }
}

/** It seems that another script answers at the address than before. It must not be sent anything that it would take for a new row. */
export class ScriptReplaced extends Error {
  /** What it is if the script turns out to be ours all the same. */
  readonly fault: SheetFault

  constructor(fault: SheetFault) {
    super('Another script answers')
    this.fault = fault
  }
}

const isNoProtocol = (error: unknown): error is SheetFault =>
  error instanceof SheetFault && (error.code === 'not-json' || error.code === 'html-page')

/** Our script does not do what it was asked for, for a reason that lies in the sheet. */
export class Refusal extends Error {
  readonly code: 'conflict' | 'not-found' | 'columns' | 'twice'
  readonly answer: Answer

  constructor(code: Refusal['code'], answer: Answer) {
    super(`The script refuses: ${code}`)
    this.code = code
    this.answer = answer
  }
}

const isRefusal = (code: unknown): code is Refusal['code'] => ['conflict', 'not-found', 'columns', 'twice'].includes(String(code))

const LONGEST_ERROR = 200

/** Where our script is, and what lets us in. */
export interface OurScript {
  gsapi: string
  secret: string
}

/** Calls our script with an action. */
export async function callOurScript(
  call: OutboundReader,
  { gsapi, secret }: OurScript,
  asked: { action: 'ping' | 'list' | 'add' | 'update' | 'merge' | 'subscribe' } & Answer,
  { rowHandler, signal }: { rowHandler?: RowHandler; signal?: AbortSignal } = {},
): Promise<Answer> {
  // As Apps Script's own examples have it; any other type makes browsers ask beforehand.
  const body = { type: 'text/plain;charset=utf-8', text: JSON.stringify({ v: PROTOCOL, secret, ...asked }) }
  const answer = await callScript(call, { method: 'POST', url: gsapi, body, signal }, rowHandler).catch((error: unknown) => {
    throw isNoProtocol(error) ? new ScriptReplaced(error) : error
  })
  if (!isOurScript(answer)) throw new ScriptReplaced(new SheetFault('script-error'))
  if (answer.ok === true) return answer
  if (answer.code === 'busy' || answer.code === 'secret') throw new SheetFault(answer.code)
  if (isRefusal(answer.code)) throw new Refusal(answer.code, answer)
  throw new SheetFault('script-error', errorOf(answer))
}

/** Sheets' own words, as far as there are any: that cells are protected, or that a rule of the owner's does not allow a value. */
function errorOf({ message }: Answer): string | undefined {
  const words = typeof message === 'string' ? oneLine(cleanText(message), LONGEST_ERROR) : ''
  return words ? `The spreadsheet’s script reports an error: ${words}` : undefined
}
