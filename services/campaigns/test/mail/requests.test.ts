import { campaignMailTopics, mailRecipientKinds } from '@app/contracts/http/mail-content.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, setUp } from '../setup.ts'
import { composing, NOTHING, toAdmin } from './composing.ts'

let service: Service
const ask = composing(() => service)
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

test('a request without the key is refused', async () => {
  const response = await ask.request('sending-done', NOTHING, toAdmin, '')
  expect([response.statusCode, response.json().code]).toEqual([403, 'wrong-key'])
})

test('a topic of another service is not known', async () => {
  const response = await ask.request('approved', NOTHING, toAdmin)
  expect([response.statusCode, response.json().code]).toEqual([404, 'unknown-topic'])
})

const requests = campaignMailTopics.flatMap((topic) => mailRecipientKinds.map((kind) => [topic, kind] as const))
test.each(requests)('the email %s to the recipient kind %s about nothing is obsolete', async (topic, kind) => {
  const response = await ask.request(topic, NOTHING, { kind, id: NOTHING })
  expect([response.statusCode, response.json().code]).toEqual([410, 'mail-obsolete'])
})
