import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { expect, it } from 'vitest'
import { runInContext } from '../../src/logging/context.ts'

it('redacts secrets and personal data down to the third level of nesting', () => {
  const { log, lines } = recordingLogger()
  log.info({ code: 'hidden-1', data: { code: 'hidden-2', user: { email: 'hidden-3', password: 'hidden-4' } }, token: 'hidden-5' }, 'tried')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('hidden')
})

it('logs the stack and the cause of an error, but not the row of a database error', () => {
  const { log, lines } = recordingLogger()
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  log.error({ err: Object.assign(new Error('duplicate', { cause }), { code: '23505', detail: 'Key (email)=(ada@example.com)' }) }, 'failed')
  log.warn({ err: 'no error at all' }, 'failed')
  const [first, second] = lines.map((line) => JSON.parse(line))
  expect(first.err).toMatchObject({ type: 'Error', message: 'duplicate', reason: '23505', cause: { reason: 'ECONNREFUSED' } })
  expect(first.err.stack).toContain('logger.test.ts')
  expect(lines[0]).not.toContain('ada@example.com')
  expect(second.err).toEqual({ message: 'no error at all' })
})

it('a line has the correlation id and the trace id of the current context, and none without a context', () => {
  const { log, lines } = recordingLogger()
  log.info('alone')
  runInContext({ correlationId: 'one', trace: { traceId: 'two', spanId: 'three', isSampled: false } }, () => log.info('within'))
  const [alone, within] = lines.map((line) => JSON.parse(line))
  expect(alone).not.toHaveProperty('correlationId')
  expect(alone).not.toHaveProperty('traceId')
  expect(within).toMatchObject({ correlationId: 'one', traceId: 'two' })
})
