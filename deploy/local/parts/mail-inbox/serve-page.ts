import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { originRefusal } from '../pages/check-origin.ts'
import { servePage } from '../pages/serve-files.ts'
import type { Mailbox } from './mailbox.ts'

// Content Security Policy of the page and of the frame with a mail: mails can load styles and images, but cannot run scripts.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src * data:; connect-src 'self'; base-uri 'self'; frame-ancestors 'none'"
const PAGE = { folder: import.meta.dirname, files: ['page.css', 'page.js'], policy: POLICY }

/** The path that closes an address. */
const closedPath = /^\/closed\/([^/]+)$/

/**
 * Serves `GET /email` (list of mails), `DELETE /email` (deletes all mails), `PUT /closed/<address>` (refuses further mails to an address)
 * and the inbox page. Rejects requests of other origins.
 */
export async function serveInbox(mailbox: Mailbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refusal = originRefusal(request)
  if (refusal) {
    response.writeHead(refusal.status, { 'content-type': 'text/plain' }).end(refusal.sentence)
    return
  }
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  if (path === '/email' && request.method === 'GET') return sendList(mailbox, request, response)
  if (path === '/email' && request.method === 'DELETE') {
    await mailbox.clear()
    response.writeHead(204).end()
    return
  }
  const closed = closedPath.exec(path)?.[1]
  if (closed && request.method === 'PUT') {
    mailbox.closeAddress(closed)
    response.writeHead(204).end()
    return
  }
  await servePage(PAGE, request, response)
}

/** Sends the list of mails, or 304 if it has not changed. The page polls this route every two seconds. */
function sendList(mailbox: Mailbox, request: IncomingMessage, response: ServerResponse): void {
  const mails = mailbox.newestFirst()
  const ids = mails.map(({ id }) => id).join()
  const etag = `"${createHash('sha256').update(ids).digest('hex')}"`
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache', etag }).end(JSON.stringify(mails))
}
