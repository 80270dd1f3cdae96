import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Address } from './address.ts'
import type { Store } from './store.ts'
import { DECLARATION, element, render, type XmlContent } from './xml.ts'

/** One request on its way through the store that may be served. */
export interface Call {
  request: IncomingMessage
  response: ServerResponse
  address: Address
  store: Store
}

const SIGN_OF_LIFE_MS = 1_000

export type Operation = (call: Call) => Promise<void>

export function sendXml({ response }: Pick<Call, 'response'>, root: string, content: XmlContent): void {
  const body = element(root, content)
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) }).end(body)
}

/**
 * Answers what `work` comes to. While it lasts a blank goes out each second, as S3 has it: clients take silence for absence, and
 * putting large files together takes a busy disk its time.
 */
export async function sendXmlOf(call: Pick<Call, 'response'>, root: string, work: Promise<XmlContent>): Promise<void> {
  const { response } = call
  const signs = setInterval(() => {
    if (response.headersSent) response.write(' ')
    else response.writeHead(200, { 'content-type': 'application/xml' }).write(DECLARATION)
  }, SIGN_OF_LIFE_MS)
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
