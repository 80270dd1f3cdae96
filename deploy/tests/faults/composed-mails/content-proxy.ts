import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { composeTaskMail, type MailRequest } from '@app/contracts/http/mail-content.ts'

/** A response to a request for the content of an email. */
export interface Answer {
  status: number
  body: string
  retryAfter?: string | null
  /** The connection breaks after half of the body. */
  isCut?: boolean
}

interface Exchange {
  wanted: MailRequest
  /** Requests the content from `tasks`. Throws if `tasks` is unavailable. */
  compose: () => Promise<Answer>
  /** Whether `notifications` still waits for the response. */
  isAwaited: () => boolean
}

/** An HTTP proxy between `notifications` and `tasks`, for requests for the content of emails. */
export interface ContentProxy {
  url: string
  /** URL of `tasks`. Must be set before the first request. */
  tasksUrl: string
  /** Returns the response to a request. If it throws, the connection is closed without a response. By default, `tasks` responds. */
  respond: (exchange: Exchange) => Promise<Answer>
  stop(): Promise<void>
}

/** The default of `respond`. */
export const passOn: ContentProxy['respond'] = ({ compose }) => compose()

function send(response: ServerResponse, { status, body, retryAfter, isCut = false }: Answer): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...(retryAfter && { 'retry-after': retryAfter }),
  })
  if (isCut) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  else response.end(bytes)
}

export async function startContentProxy(): Promise<ContentProxy> {
  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== composeTaskMail.method || request.url !== composeTaskMail.url) return void response.writeHead(404).end()
    const wanted = (await json(request)) as MailRequest
    async function compose(): Promise<Answer> {
      const composed = await fetch(new URL(composeTaskMail.url, proxy.tasksUrl), {
        method: composeTaskMail.method,
        headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' },
        body: JSON.stringify(wanted),
      })
      return { status: composed.status, body: await composed.text(), retryAfter: composed.headers.get('retry-after') }
    }
    const answer = await proxy.respond({ wanted, compose, isAwaited: () => !response.closed })
    if (!response.closed) send(response, answer)
  }

  const server = createServer((request, response) => void exchange(request, response).catch(() => response.destroy()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const proxy: ContentProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tasksUrl: '',
    respond: passOn,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
  return proxy
}
