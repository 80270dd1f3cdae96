import { reportWebError } from '@app/contracts/http/web-errors.ts'
import { expect, it } from 'vitest'
import { answer, reply } from '../../testing/api.ts'
import { reportError } from './report-error.ts'

const received = () => answer(reportWebError, () => reply(reportWebError, { message: 'Thank you.' }))
const bodies = (sent: ReturnType<typeof received>) => sent.map(({ body }) => JSON.parse(String(body)))

it('an error of a page is reported once with its kind, message, stack and route', async () => {
  window.history.replaceState(null, '', '/blog?token=secret')
  const sent = received()
  const error = new TypeError('reported once')
  reportError('rejection', error)
  reportError('error', error)
  await expect.poll(() => sent.length).toBe(1)
  expect(bodies(sent)).toEqual([
    { kind: 'rejection', message: 'TypeError: reported once', stack: expect.stringContaining('report-error'), release: '', route: '/blog' },
  ])
})

it('a report does not contain the token of a review link', async () => {
  window.history.replaceState(null, '', '/review/secret-token_1')
  const sent = received()
  reportError('error', new Error(`failed at ${window.location.href}`))
  await expect.poll(() => sent.length).toBe(1)
  expect(bodies(sent)[0]).toMatchObject({ route: '/review/:token' })
  expect(String(sent[0]?.body)).not.toContain('secret-token_1')
})

it('errors of other scripts and canceled requests are not reported', async () => {
  const sent = received()
  const ofExtension = new Error('not ours')
  ofExtension.stack = 'Error: not ours\n at chrome-extension://abc/content.js:1:1'
  for (const foreign of ['Script error.', 'ResizeObserver loop limit exceeded', ofExtension, new DOMException('', 'AbortError')])
    reportError('error', foreign)
  reportError('error', new Error('the last one'))
  await expect.poll(() => bodies(sent).map(({ message }) => message)).toEqual(['Error: the last one'])
})

it('a page reports at most five errors', async () => {
  const sent = received()
  for (let count = 0; count < 10; count++) reportError('error', new Error(`error ${count}`))
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  expect(sent.length).toBeLessThanOrEqual(5)
})
