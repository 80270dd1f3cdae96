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
  /** Names of the files in `folder` that may be served in addition to `page.html`. */
  files: readonly string[]
  policy: string
}

/** Serves the files of a page and `/base.css`, which all local pages share. Sends 404 for all other paths. */
export async function servePage({ folder, files, policy }: Page, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '/'] = (request.url ?? '/').split('?', 1)
  const name = path === '/' ? 'page.html' : path.slice(1)
  const own = request.method === 'GET' && (path === '/' || files.includes(name)) ? join(folder, name) : undefined
  const file = request.method === 'GET' && name === 'base.css' ? join(import.meta.dirname, name) : own
  if (!file) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.')
    return
  }
  const headers = { 'content-type': TYPES[extname(file)], 'content-security-policy': policy, 'cache-control': 'no-cache' }
  response.writeHead(200, headers).end(await readFile(file))
}
