import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Collector, startCollector } from '@app/chassis/testing/collector.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Env, loadConfig, tracingConfig } from '../../src/config/config.ts'
import { activeContext } from '../../src/logging/context.ts'
import { openTracing } from '../../src/tracing/open-tracing.ts'
import { inContextSpan, inSpan } from '../../src/tracing/span.ts'
import { parseTraceparent } from '../../src/tracing/trace-context.ts'

let collector: Collector
beforeEach(async () => {
  collector = await startCollector()
})
afterEach(() => collector.stop())

function open(env: Env = {}) {
  const { log, lines } = recordingLogger()
  const config = loadConfig(tracingConfig, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env })
  return openTracing('tested', config, log).then((tracing) => ({ ...tracing, lines }))
}

async function loadedWith(env: Env): Promise<string[]> {
  const child = fileURLToPath(new URL('open-tracing-child.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [child], { env: { ...process.env, ...env } })
  return JSON.parse(stdout)
}

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const consumer = { name: 'outer', kind: 'consumer' } as const

it('a span within a span is its child, with its attributes and its error', async () => {
  const { tracer, stop } = await open()
  const context = { correlationId: 'c1', tracer, trace: parseTraceparent(PARENT) }
  const failed = inContextSpan(context, consumer, () =>
    inSpan(
      () => ({ name: 'inner', kind: 'client' }),
      async (note) => {
        note({ 'smtp.verdict': 'later' })
        throw new RangeError('no')
      },
    ),
  )
  await expect(failed).rejects.toThrow(RangeError)
  await stop()
  const [inner, outer] = collector.spans
  expect(outer).toMatchObject({ service: 'tested', name: 'outer', traceId: PARENT.slice(3, 35), parentSpanId: PARENT.slice(36, 52) })
  expect(inner).toMatchObject({ name: 'inner', parentSpanId: outer?.spanId, attributes: { 'smtp.verdict': 'later' } })
})

it('an unsampled trace has no spans, but its id is passed on', async () => {
  const { tracer, stop } = await open()
  const context = { correlationId: 'c1', tracer, trace: parseTraceparent(PARENT.replace(/01$/, '00')) }
  const traceId = await inContextSpan(context, consumer, () =>
    inSpan(
      () => ({ name: 'inner', kind: 'client' }),
      async () => activeContext()?.trace?.traceId,
    ),
  )
  await stop()
  expect(traceId).toBe(PARENT.slice(3, 35))
  expect(collector.spans).toEqual([])
})

it.each([
  [{}, true],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, false],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, false],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '1' }, true],
])('settings decide which traces are sampled: %o', async (env, isKept) => {
  const { tracer, stop } = await open(env)
  expect(tracer?.samples()).toBe(isKept)
  expect(tracer?.start(consumer, undefined).trace.isSampled).toBe(isKept)
  await stop()
})

it('logs once when the collector fails and once when it recovers, and does not delay a stop', { tags: 'nightly' }, async () => {
  const { tracer, stop, lines } = await open()
  const logged = (what: string) => lines.filter((line) => line.includes(what)).length
  const spanAgain = () => tracer?.start(consumer, undefined).end()
  collector.status = 400
  spanAgain()
  await expect.poll(() => logged('traces are lost')).toBe(1)
  spanAgain()
  spanAgain()
  collector.status = 200
  await expect.poll(() => spanAgain() ?? logged('accepts traces again')).toBe(1)
  expect(logged('traces are lost')).toBe(1)
  await collector.stop()
  spanAgain()
  const begun = performance.now()
  await stop()
  expect(performance.now() - begun).toBeLessThan(2_000)
})

it('the exporter is loaded only if an endpoint is set', { tags: 'nightly' }, async () => {
  const endpoint = 'OTEL_EXPORTER_OTLP_ENDPOINT'
  expect(await loadedWith({ [endpoint]: collector.url })).toContain('@opentelemetry/sdk-trace')
  expect((await loadedWith({ [endpoint]: undefined })).filter((name) => name !== '@opentelemetry/api')).toEqual([])
})
