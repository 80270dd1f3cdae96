import { expect, it } from 'vitest'
import { newUnsampledTrace, parseTraceparent, traceparentOf } from '../../src/tracing/trace-context.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'

it.each([
  ['01', true],
  ['00', false],
  ['03', true],
  ['fe', false],
])('the flags %s say whether it is sampled: %s', (flags, isSampled) => {
  expect(parseTraceparent(`00-${TRACE_ID}-${SPAN_ID}-${flags}`)).toEqual({ traceId: TRACE_ID, spanId: SPAN_ID, isSampled })
})

it.each([
  ['nothing', undefined],
  ['a header that came twice', [`00-${TRACE_ID}-${SPAN_ID}-01`]],
  ['no trace', `00-${'0'.repeat(32)}-${SPAN_ID}-01`],
  ['no span', `00-${TRACE_ID}-${'0'.repeat(16)}-01`],
  ['the version that is none', `ff-${TRACE_ID}-${SPAN_ID}-01`],
  ['large letters', `00-${TRACE_ID.toUpperCase()}-${SPAN_ID}-01`],
  ['a short id', `00-${TRACE_ID.slice(1)}-${SPAN_ID}-01`],
  ['more behind it', `00-${TRACE_ID}-${SPAN_ID}-01-${'x'.repeat(5_000)}`],
  ['a line break behind it', `00-${TRACE_ID}-${SPAN_ID}-01\n`],
])('%s is no place in a trace', (_what, header) => {
  expect(parseTraceparent(header)).toBeUndefined()
})

it('what is told on is what was told', () => {
  const header = `00-${TRACE_ID}-${SPAN_ID}-01`
  const parsed = parseTraceparent(header)
  expect(parsed && traceparentOf(parsed)).toBe(header)
  const begun = newUnsampledTrace()
  expect(parseTraceparent(traceparentOf(begun))).toEqual(begun)
})
