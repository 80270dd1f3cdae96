import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a substitute for the company service. It responds with 404 until a test sets another response with `answers`. */
export async function startCompanyService() {
  let next: { status: number; body: unknown } = { status: 404, body: {} }
  let calls: (string | undefined)[] = []
  const server = createServer((request, response) => {
    calls.push(request.headers.authorization)
    response.writeHead(next.status, { 'content-type': 'application/json' }).end(JSON.stringify(next.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the response to all further requests. The returned list receives the `Authorization` headers of these requests. */
    answers(status: number, body: unknown) {
      next = { status, body }
      calls = []
      return calls
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
