import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { refusalOf } from '../pages/refuse-strangers.ts'
import type { Mailbox } from './mailbox.ts'

const PAGE_FILES: Record<string, { file: string; type: string }> = {
  '/': { file: 'page.html', type: 'text/html; charset=utf-8' },
  '/page.css': { file: 'page.css', type: 'text/css; charset=utf-8' },
  '/page.js': { file: 'page.js', type: 'text/javascript; charset=utf-8' },
}

// The frame that shows a mail inherits this: its styles and pictures work, its scripts never run.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src * data:; connect-src 'self'; base-uri 'self'; frame-ancestors 'none'"

/** `GET /email` lists the mails, `DELETE /email` empties the inbox, everything else is its page. Other sites get nothing. */
export async function serveInbox(mailbox: Mailbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refusal = refusalOf(request)
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
  const page = request.method === 'GET' ? PAGE_FILES[path] : undefined
  if (!page) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not here.')
    return
  }
  const headers = { 'content-type': page.type, 'content-security-policy': POLICY, 'cache-control': 'no-cache' }
  response.writeHead(200, headers).end(await readFile(join(import.meta.dirname, page.file)))
}

/** The page asks often; it is told when nothing is new instead of being sent everything again. */
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
