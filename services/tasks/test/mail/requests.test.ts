import { NOTHING } from '@app/chassis/testing/mail-requests.ts'
import { mailRecipientKinds, taskMailTopics } from '@app/contracts/http/mail-content.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUp } from '../setup.ts'
import { composing, toAdmin } from './composing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let ask: ReturnType<typeof composing>
beforeAll(async () => {
  service = await setUp()
  ask = composing(service)
})
afterAll(() => service.stop())

test.each([
  ['no key', ''],
  ['another key', `Key ${Buffer.alloc(32, 1).toString('base64')}`],
  ['a shorter key', `Key ${Buffer.alloc(16, 9).toString('base64')}`],
  ['another scheme', `Bearer ${Buffer.alloc(32, 9).toString('base64')}`],
])('a request with %s is refused', async (_what, authorization) => {
  const response = await ask.request('approved', NOTHING, toAdmin, { authorization })
  expect([response.statusCode, response.json().code]).toEqual([403, 'wrong-key'])
})

test.each(['series-ended', 'constructor'])('the topic %s is not known', async (topic) => {
  const response = await ask.request(topic, NOTHING, toAdmin)
  expect([response.statusCode, response.json().code]).toEqual([404, 'unknown-topic'])
})

const requests = taskMailTopics.flatMap((topic) => mailRecipientKinds.map((kind) => [topic, kind] as const))
test.each(requests)('the email %s to the recipient kind %s about nothing is obsolete', async (topic, kind) => {
  const response = await ask.request(topic, NOTHING, { kind, id: NOTHING }, { ids: [NOTHING] })
  expect([response.statusCode, response.json().code]).toEqual([410, 'mail-obsolete'])
})
