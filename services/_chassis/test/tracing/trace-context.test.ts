import { expect, it } from 'vitest'
import { newUnsampledTrace, parseTraceparent, traceparentOf } from '../../src/tracing/trace-context.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'

it.each([
  ['01', true],
  ['00', false],
  ['03', true],
  ['fe', false],
])('parses the flags %s as sampled: %s', (flags, isSampled) => {
  expect(parseTraceparent(`00-${TRACE_ID}-${SPAN_ID}-${flags}`)).toEqual({ traceId: TRACE_ID, spanId: SPAN_ID, isSampled })
})

it.each([
  ['no header', undefined],
  ['a repeated header', [`00-${TRACE_ID}-${SPAN_ID}-01`]],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN_ID}-01`],
  ['a span id of zeros', `00-${TRACE_ID}-${'0'.repeat(16)}-01`],
  ['the invalid version ff', `ff-${TRACE_ID}-${SPAN_ID}-01`],
  ['upper-case letters', `00-${TRACE_ID.toUpperCase()}-${SPAN_ID}-01`],
  ['a short id', `00-${TRACE_ID.slice(1)}-${SPAN_ID}-01`],
  ['additional characters', `00-${TRACE_ID}-${SPAN_ID}-01-${'x'.repeat(5_000)}`],
  ['a trailing line break', `00-${TRACE_ID}-${SPAN_ID}-01\n`],
])('rejects a traceparent with an error: %s', (_what, header) => {
  expect(parseTraceparent(header)).toBeUndefined()
})

it('parsing and formatting a traceparent returns the same header', () => {
  const header = `00-${TRACE_ID}-${SPAN_ID}-01`
  const parsed = parseTraceparent(header)
  expect(parsed && traceparentOf(parsed)).toBe(header)
  const begun = newUnsampledTrace()
  expect(parseTraceparent(traceparentOf(begun))).toEqual(begun)
})
