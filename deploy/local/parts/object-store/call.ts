import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Address } from './address.ts'
import type { Store } from './store.ts'
import { DECLARATION, element, render, type XmlContent } from './xml.ts'

export interface Call {
  request: IncomingMessage
  response: ServerResponse
  address: Address
  store: Store
}

const KEEP_ALIVE_MS = 1_000

export type Operation = (call: Call) => Promise<void>

export function sendXml({ response }: Pick<Call, 'response'>, root: string, content: XmlContent): void {
  const body = element(root, content)
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) }).end(body)
}

/** Sends the result of `work` as XML. While `work` runs, sends a space every second, as S3 does, so that the client does not time out. */
export async function sendXmlOf(call: Pick<Call, 'response'>, root: string, work: Promise<XmlContent>): Promise<void> {
  const { response } = call
  const signs = setInterval(() => {
    if (response.headersSent) response.write(' ')
    else response.writeHead(200, { 'content-type': 'application/xml' }).write(DECLARATION)
  }, KEEP_ALIVE_MS)
  try {
    const content = await work
    if (response.headersSent) response.end(render(root, content))
    else sendXml(call, root, content)
  } finally {
    clearInterval(signs)
  }
}

export function sendEmpty({ response }: Call, status: 200 | 204, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end()
}
