import type { ServerResponse } from 'node:http'

/** Sends an HTML error page like Google's. If a script throws, Apps Script sends such a page with status 200. */
export function sendPage(response: ServerResponse, status: number, sentence: string): void {
  const shown = sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!DOCTYPE html><html><head><title>Error</title></head><body><div>${shown}</div></body></html>`)
}
