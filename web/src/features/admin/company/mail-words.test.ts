import type { ClientMail } from '@app/contracts/http/client-mails.ts'
import { expect, it } from 'vitest'
import { fateOf, topicOf } from './mail-words.ts'

const mail: ClientMail = {
  _id: 'mail-1',
  topic: 'preview-ready',
  address: 'ann@bakery.example',
  subject: 'Winter bread',
  state: 'sent',
  answer: null,
  attempts: 1,
  maybeTwice: false,
  createdAt: '2026-11-30T14:59:00.000Z',
  sentAt: '2026-11-30T15:00:00.000Z',
  bouncedAt: null,
  complainedAt: null,
}
const at = '2026-11-30T15:05:00.000Z'

it.each<[changes: Partial<ClientMail>, word: string, reason: string | undefined]>([
  [{}, 'Sent', undefined],
  [{ maybeTwice: true }, 'Sent', 'It may have arrived twice.'],
  [{ bouncedAt: at, answer: '5.1.1' }, 'Bounced', 'The address doesn’t exist. (5.1.1)'],
  [{ bouncedAt: at, answer: '5.2.2' }, 'Bounced', 'The mailbox is full. (5.2.2)'],
  [{ bouncedAt: at, answer: '5.7.1' }, 'Bounced', 'The mail server rejected it as unwanted. (5.7.1)'],
  [{ bouncedAt: at }, 'Bounced', 'The mail server rejected it.'],
  [{ complainedAt: at }, 'Reported as spam', undefined],
  [{ state: 'queued' }, 'Waiting', undefined],
  [{ state: 'queued', answer: 'content unavailable' }, 'Waiting', 'Its content isn’t ready. We try again automatically.'],
  [{ state: 'queued', answer: 'EENVELOPE 450 4.2.1' }, 'Waiting', 'The mail server didn’t take it. We try again automatically.'],
  [{ state: 'queued', answer: 'unknown' }, 'Waiting', 'The connection was lost, so it may have arrived. We try again automatically.'],
  [{ state: 'failed', answer: 'EENVELOPE 550 5.1.1' }, 'Not sent', 'The address doesn’t exist. (5.1.1)'],
  [{ state: 'failed', answer: 'content status 500', attempts: 15 }, 'Not sent', 'We gave up after 15 attempts.'],
])('%j is %s: %s', (changes, word, reason) => {
  const fate = fateOf({ ...mail, ...changes })
  expect([fate.word, fate.reason]).toEqual([word, reason])
})

it('an email that was not needed says why, and a topic without a name is an email', () => {
  expect(fateOf({ ...mail, state: 'suppressed', answer: 'obsolete' })).toMatchObject({ word: 'Not needed', reason: expect.any(String) })
  expect([topicOf(mail), topicOf({ topic: 'topic-of-a-later-release' })]).toEqual(['Preview to review', 'Email'])
})
