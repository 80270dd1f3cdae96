import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface CollectedSpan {
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentSpanId: string
  name: string
  service: string
  attributes: Readonly<Record<string, string | number | boolean>>
  begunAt: number
  endedAt: number
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
}

interface OtlpSpan extends Pick<CollectedSpan, 'traceId' | 'spanId' | 'name'> {
  parentSpanId?: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
}

interface OtlpTraces {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

const plain = (attributes: readonly Attribute[]): CollectedSpan['attributes'] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue)]),
  )

const milliseconds = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1_000n) / 1_000

function spansOf({ resourceSpans }: OtlpTraces): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(plain(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId = '', name, attributes, startTimeUnixNano, endTimeUnixNano }) => ({
        traceId,
        spanId,
        parentSpanId,
        name,
        service,
        attributes: plain(attributes),
        begunAt: milliseconds(startTimeUnixNano),
        endedAt: milliseconds(endTimeUnixNano),
      })),
    )
  })
}

export interface Collector {
  url: string
  spans: CollectedSpan[]
  status: number
  stop(): Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  async function take(request: IncomingMessage): Promise<void> {
    const body = await text(request)
    if (request.url === '/v1/traces' && collector.status === 200) spans.push(...spansOf(JSON.parse(body)))
  }
  const server = createServer((request, response) => {
    void take(request).then(() => response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}'))
  })
  const collector: Collector = {
    url: '',
    spans,
    status: 200,
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return collector
}
