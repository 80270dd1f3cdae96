import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

export interface Page {
  folder: string
  /** Of that folder, beside `page.html`, which is the page itself. */
  files: readonly string[]
  /** The content security policy. */
  policy: string
}

/** Serves a page of the local run; `/base.css` is what all of them share. Answers 404 to everything else. */
export async function servePage({ folder, files, policy }: Page, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '/'] = (request.url ?? '/').split('?', 1)
  const name = path === '/' ? 'page.html' : path.slice(1)
  const own = request.method === 'GET' && (path === '/' || files.includes(name)) ? join(folder, name) : undefined
  const file = request.method === 'GET' && name === 'base.css' ? join(import.meta.dirname, name) : own
  if (!file) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not here.')
    return
  }
  const headers = { 'content-type': TYPES[extname(file)], 'content-security-policy': policy, 'cache-control': 'no-cache' }
  response.writeHead(200, headers).end(await readFile(file))
}
