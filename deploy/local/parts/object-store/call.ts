import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Address } from './address.ts'
import type { Store } from './store.ts'
import { element, type XmlContent } from './xml.ts'

/** One request on its way through the store that may be served. */
export interface Call {
  request: IncomingMessage
  response: ServerResponse
  address: Address
  store: Store
}

export type Operation = (call: Call) => Promise<void>

export function sendXml({ response }: Call, root: string, content: XmlContent): void {
  const body = element(root, content)
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) }).end(body)
}

export function sendEmpty({ response }: Call, status: 200 | 204, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end()
}
