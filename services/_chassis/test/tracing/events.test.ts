import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { runInContext } from '@app/chassis/logging/context.ts'
import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import { busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { startRelay } from '@app/chassis/messaging/relay.ts'
import type { Stoppable } from '@app/chassis/messaging/transport.ts'
import { type Collector, startCollector } from '@app/chassis/testing/collector.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { openTracing } from '@app/chassis/tracing/open-tracing.ts'
import { tracePublishing } from '@app/chassis/tracing/publishing.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { counting, testedEvent } from '../messaging/tested.ts'
import { type Databases, eventually, openDatabases } from '../messaging/world.ts'

let databases: Databases
let collector: Collector
beforeAll(async () => {
  ;[databases, collector] = await Promise.all([openDatabases(), startCollector()])
})
afterAll(() => Promise.all([databases.drop(), collector.stop()]))

const { log, lines } = recordingLogger()
const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true }

async function startProcess(...subscriptions: ReturnType<typeof counting>[]): Promise<Stoppable> {
  const { publisher, publisherUrl, consumer } = databases
  const { tracer, stop } = await openTracing('tested', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, log)
  const transport = busTransport(createBus(['tested']))
  const consumers = await startConsumers({ service: 'tested', db: consumer, transport, subscriptions, log, tracer })
  const relay = await startRelay({ db: publisher, databaseUrl: publisherUrl, transport: tracePublishing(transport, tracer), log })
  return { stop: async () => void (await Promise.all([consumers.stop(), relay.stop()]).then(stop)) }
}

it('an event from the outbox continues its trace: publication, handling, and the queries and events of the handler', {
  tags: 'nightly',
}, async () => {
  const [first, second] = [testedEvent('first'), testedEvent('second')]
  const add = (event: typeof first) => ({ aggregateId: event.type, version: 1, data: { n: 1 } })
  await runInContext({ correlationId: 'c1', trace }, () => inTransaction(databases.publisher, (trx) => addEvent(trx, first, add(first))))
  const process = await startProcess(
    counting(first, 'first', () => inTransaction(databases.publisher, (trx) => addEvent(trx, second, add(second)))),
    counting(second, 'second'),
  )
  await eventually(async () => expect(collector.spans.map(({ name }) => name)).toContain('process tasks.second.v1'))
  await process.stop()

  const span = (name: string) => collector.spans.find((one) => one.name === name)
  const [published, handled] = [span('publish tasks.first.v1'), span('process tasks.first.v1')]
  expect(published).toMatchObject({ traceId: trace.traceId, parentSpanId: trace.spanId })
  expect(handled?.parentSpanId).toBe(published?.spanId)
  expect(collector.spans.filter(({ parentSpanId }) => parentSpanId === handled?.spanId).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['BEGIN', 'INSERT', 'WITH', 'COMMIT', 'publish tasks.second.v1']),
  )
  expect(span('process tasks.second.v1')?.parentSpanId).toBe(span('publish tasks.second.v1')?.spanId)
})

it('an event of an unsampled trace has no spans, but its log lines contain the trace id', async () => {
  const event = testedEvent('unkept')
  const unkept = { ...trace, traceId: '1'.repeat(32), isSampled: false }
  await runInContext({ correlationId: 'c2', trace: unkept }, () =>
    inTransaction(databases.publisher, (trx) => addEvent(trx, event, { aggregateId: 'a', version: 1, data: { n: 2 } })),
  )
  let handled = 0
  const process = await startProcess(
    counting(event, 'unkept', async () => {
      handled += 1
      if (handled === 1) throw new Error('not yet')
    }),
  )
  await eventually(async () => expect(handled).toBe(2))
  await process.stop()
  const failed = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'handling an event failed; it will be retried')
  expect(failed).toMatchObject({ correlationId: 'c2', traceId: unkept.traceId })
  expect(collector.spans.filter(({ traceId }) => traceId === unkept.traceId)).toEqual([])
})
