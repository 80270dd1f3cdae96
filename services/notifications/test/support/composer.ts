import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type ComposedMail, composeTaskMail, type MailRequest } from '@app/contracts/http/mail-content.ts'

/** Response of the fake composer. `body` is sent as JSON, and `text` as it is. With `silence`, the composer sends no response. */
export type Response = { status?: number; headers?: Record<string, string>; body?: unknown; text?: string } | 'silence'

export interface FakeComposer {
  url: string
  /** All received requests, oldest first. */
  requests: MailRequest[]
  /** Values of the header Authorization, in the order of `requests`. */
  keys: (string | undefined)[]
  /** Returns the response to a request. Tests replace this function. Default: `content`. */
  respond: (request: MailRequest) => Response
  close(): Promise<void>
}

export const addressOfColleague = (id: string): string => `${id}@colleagues.example`

/** Returns the content of an email. It names the topic, the object and the listed objects. */
const contentOf = ({ topic, about, recipient, ids = [] }: MailRequest): ComposedMail => ({
  ...(recipient.kind === 'colleague' && { to: addressOfColleague(recipient.id) }),
  subject: topic,
  text: [about, ...ids].join('\n'),
  html: `<p>${about}</p>`,
})

/** Returns a function for `respond` that adds `changes` to the content. */
export const content =
  (changes: Partial<ComposedMail> = {}) =>
  (request: MailRequest): Response => ({ body: { ...contentOf(request), ...changes } })

/** Starts a service that composes emails for `notifications`. */
export async function startComposer(): Promise<FakeComposer> {
  const server = createServer(async (request, response) => {
    if (request.method !== composeTaskMail.method || request.url !== composeTaskMail.url) return response.writeHead(405).end()
    const wanted = (await json(request)) as MailRequest
    composer.requests.push(wanted)
    composer.keys.push(request.headers.authorization)
    const answer = composer.respond(wanted)
    if (answer === 'silence') return
    const { status = 200, headers, body, text = JSON.stringify(body ?? {}) } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const composer: FakeComposer = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    keys: [],
    respond: content(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return composer
}
