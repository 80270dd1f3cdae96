import { createContext, runInContext, Script } from 'node:vm'
import { type Run, type SpreadsheetData, spreadsheetApp } from './spreadsheet-app.ts'
import { utilities } from './utilities.ts'

const TIME_LIMIT_MS = 30_000

export interface ScriptCall {
  script: string
  handler: 'doGet' | 'doPost'
  body: string
  spreadsheet: SpreadsheetData
  /** Simulates another run that holds the script's lock longer than the timeout. */
  isLocked?: boolean
  onCall?: (name: string) => void
}

export type Outcome = { text: string } | { text?: undefined; error: string }

/** Runs a web app script as Apps Script does, in a new global scope. If the script throws, its earlier changes are kept. */
export function runScript(call: ScriptCall): Outcome & { spreadsheet: SpreadsheetData } {
  const { script, handler, body, spreadsheet, isLocked = false, onCall = () => {} } = call
  const context = createContext({})
  const OwnDate: DateConstructor = runInContext('Date', context)
  const run: Run = { onCall, toDate: (instant) => new OwnDate(instant) }
  const { app, changed } = spreadsheetApp(spreadsheet, run)
  const event = { parameter: {}, postData: { contents: body, type: 'text/plain', length: body.length } }
  Object.assign(context, {
    SpreadsheetApp: app,
    LockService: { getScriptLock: () => scriptLock(isLocked, run) },
    Utilities: utilities(run),
    ContentService: contentService,
    event: handler === 'doPost' ? event : { parameter: {} },
  })
  try {
    new Script(script, { filename: 'Code' }).runInContext(context, { timeout: TIME_LIMIT_MS })
    if (typeof context[handler] !== 'function') return { error: `Script function not found: ${handler}`, spreadsheet }
    const output = runInContext(`${handler}(event)`, context, { timeout: TIME_LIMIT_MS })
    const text = typeof output?.getContent === 'function' ? String(output.getContent()) : undefined
    if (text === undefined) return { error: 'The script completed but did not return anything.', spreadsheet: changed() }
    return { text, spreadsheet: changed() }
  } catch (error) {
    // The error comes from another realm, so `instanceof Error` is false.
    return { error: String(error), spreadsheet: changed() }
  }
}

function scriptLock(isLocked: boolean, run: Run) {
  return {
    tryLock(): boolean {
      run.onCall('tryLock')
      return !isLocked
    },
    releaseLock: () => run.onCall('releaseLock'),
  }
}

const contentService = {
  MimeType: { JSON: 'json' },
  createTextOutput(text: string) {
    const output = { getContent: () => text, setMimeType: () => output }
    return output
  },
}
