import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface HandedOver {
  url: string
  authorization: string | undefined
  body: Record<string, unknown>
}

interface Answer {
  status?: number
  body?: unknown
}

export interface Taker {
  url: string
  /** All received requests, oldest first. */
  requests: HandedOver[]
  /** Returns the response to a request. Tests replace this function. Default: status 200. */
  respond: (request: HandedOver) => Answer | Promise<Answer>
  close(): Promise<void>
}

/** Starts a service to which `notifications` hands over emails. */
export async function startTaker(): Promise<Taker> {
  const server = createServer(async (request, response) => {
    const { url = '', headers } = request
    const handedOver = { url, authorization: headers.authorization, body: (await json(request)) as Record<string, unknown> }
    taker.requests.push(handedOver)
    const { status = 200, body = { success: true } } = await taker.respond(handedOver)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const taker: Taker = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    respond: () => ({}),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return taker
}
