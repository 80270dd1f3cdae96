import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SheetCalls, SheetFault } from '@app/chassis/testing/sheet.ts'
import { sendPage } from './send-page.ts'

interface SheetState extends SheetCalls {
  next: SheetFault[]
  always?: SheetFault
  underWay: number
}

export class Faults {
  readonly #sheets = new Map<string, SheetState>()

  /**
   * Serves `PUT /control/<sheet>`, which sets the faults for the next requests to the script, and `GET /control/<sheet>`. Both responses
   * list the requests to the script, and contain the maximum number of concurrent requests.
   */
  async serve(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sheet = this.#of(name)
    if (request.method === 'PUT') Object.assign(sheet, { always: undefined }, JSON.parse(await textOf(request)))
    const { calls, mostAtOnce } = sheet
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ calls, mostAtOnce }))
  }

  begin(name: string, method: string, body: string, response: ServerResponse): SheetFault | undefined {
    const sheet = this.#of(name)
    sheet.calls.push({ method, action: actionIn(body) })
    sheet.underWay += 1
    sheet.mostAtOnce = Math.max(sheet.mostAtOnce, sheet.underWay)
    // Counts a request as finished after `finish`, because the caller may send its next request before `close`. If there is no response,
    // only `close` is emitted.
    const answered = Promise.race([once(response, 'finish'), once(response, 'close')])
    answered
      .catch(() => {})
      .then(() => {
        sheet.underWay -= 1
      })
    return sheet.next.shift() ?? sheet.always
  }

  #of(name: string): SheetState {
    const known = this.#sheets.get(name)
    if (known) return known
    const sheet = { next: [], calls: [], mostAtOnce: 0, underWay: 0 }
    this.#sheets.set(name, sheet)
    return sheet
  }
}

function actionIn(body: string): string | undefined {
  try {
    return JSON.parse(body).action
  } catch {
    return undefined
  }
}

const waitFor = (ms: number) => sleep(ms, undefined, { ref: false })

/** Injects a fault before the script runs. Returns true if the script must not run. */
export async function injectFaultBefore(
  fault: SheetFault,
  response: ServerResponse,
  sendText: (text: string, type: string) => void,
): Promise<boolean> {
  if (fault.kind === 'late') await waitFor(fault.ms)
  else if (fault.kind === 'status') sendPage(response, fault.status, 'Sorry, the service is not available at the moment.')
  else if (fault.kind === 'redirect') response.writeHead(302, { location: fault.location }).end()
  else if (fault.kind === 'sign-in') response.writeHead(302, { location: 'https://accounts.google.com/ServiceLogin' }).end()
  else if (fault.kind === 'exception') sendPage(response, 200, 'Exception: Service Spreadsheets failed while accessing document.')
  else if (fault.kind === 'cut') response.destroy()
  else if (fault.kind === 'answer') sendText(fault.body, fault.type)
  return !['late', 'slow', 'locked', 'lost'].includes(fault.kind)
}

/** Injects a fault after the script has run. Returns true if the response is lost. */
export async function injectFaultAfter(fault: SheetFault, response: ServerResponse): Promise<boolean> {
  if (fault.kind === 'slow') await waitFor(fault.ms)
  if (fault.kind === 'lost') response.destroy()
  return fault.kind === 'lost'
}
