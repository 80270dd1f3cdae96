import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A company service over real HTTP, which knows nobody until it is told what to answer. */
export async function startCompanyService() {
  let says: { status: number; body: unknown } = { status: 404, body: {} }
  let calls: (string | undefined)[] = []
  const server = createServer((request, response) => {
    calls.push(request.headers.authorization)
    response.writeHead(says.status, { 'content-type': 'application/json' }).end(JSON.stringify(says.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Answers so from now on; gives the tokens it is asked with from now on. */
    answers(status: number, body: unknown) {
      says = { status, body }
      calls = []
      return calls
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
