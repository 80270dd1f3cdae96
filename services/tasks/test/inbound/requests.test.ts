import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { RecipientUnreachable } from '@app/contracts/events/tasks.ts'
import { type MailReport, replyToTaskMail, reportTaskMail } from '@app/contracts/http/inbound-mail.ts'
import type { TaskNote } from '@app/contracts/http/notes.ts'
import { NOTE_MAX } from '@app/contracts/rules/notes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewer, reviewing } from '../reviews/reviewing.ts'
import { INTERNAL_MAIL_KEY, read, setUp } from '../setup.ts'
import { bounceOf, complaint, inboundSteps, replyOf } from './inbound-steps.ts'

let service: Awaited<ReturnType<typeof setUp>>
let inbound: ReturnType<typeof inboundSteps>
beforeAll(async () => {
  service = await setUp()
  inbound = inboundSteps(service)
})
afterAll(() => service.stop())

async function linked() {
  const owner = await reviewer(service)
  const { task, token } = await reviewing(service).linked(owner)
  const notes = async (): Promise<TaskNote[]> =>
    (await service.app.inject({ url: `/task/${task._id}/notes`, headers: owner.headers })).json()
  const isBounced = async (): Promise<boolean> => (await read(service.app, owner, task._id)).json().emailBounced
  return { task, returnId: service.deps.reviewKeys.linkIdOf(token) ?? '', notes, isBounced }
}

const requests = [
  ['a report', reportTaskMail, { report: bounceOf() }],
  ['a reply', replyToTaskMail, { reply: replyOf() }],
] as const
test.each(requests)('%s without the key is refused and has no effect', async (_what, { url }, content) => {
  const { returnId, notes, isBounced } = await linked()
  for (const authorization of ['', `Key ${Buffer.alloc(32, 1).toString('base64')}`, `Bearer ${INTERNAL_MAIL_KEY}`]) {
    const response = await service.app.inject({ method: 'POST', url, headers: { authorization }, payload: { returnId, ...content } })
    expect([response.statusCode, response.json().code]).toEqual([403, 'wrong-key'])
  }
  expect([await notes(), await isBounced()]).toEqual([[], false])
})

const temporary: [string, MailReport][] = [
  ['a full mailbox', bounceOf('5.2.2')],
  ['a rejection because of the content', bounceOf('5.7.1')],
  ['a failure without a status', bounceOf('')],
  ['a delay', { kind: 'delivery', action: 'delayed', status: '4.4.1' }],
  ['a delivery', { kind: 'delivery', action: 'delivered', status: '2.0.0' }],
]
test.each(temporary)('%s has no effect', async (_what, report) => {
  const { returnId, isBounced } = await linked()
  await inbound.report(returnId, report)
  expect(await isBounced()).toBe(false)
})

test('an address that does not exist is reported once, with the status of the mail server', async () => {
  const { task, returnId, isBounced } = await linked()
  for (let count = 0; count < 2; count += 1) await inbound.report(returnId, bounceOf('5.1.10'))
  expect(await isBounced()).toBe(true)
  const events = (await outboxOf(service.db as never, RecipientUnreachable)).filter(({ subject }) => subject === task._id)
  expect(events.map(({ data }) => data.status)).toEqual(['5.1.10'])
})

test('reports and replies with an unknown id are taken, so that mail servers do not repeat them', async () => {
  await inbound.report(crypto.randomUUID(), bounceOf())
  await inbound.report(crypto.randomUUID(), complaint)
  await inbound.reply(crypto.randomUUID(), replyOf())
})

test('links with tokens are removed from a reply before it is stored', async () => {
  const { returnId, notes } = await linked()
  const url = `https://portal.example/review/${service.deps.reviewKeys.tokenOf(returnId)}`
  await inbound.reply(returnId, replyOf({ text: `See ${url}\nplease` }))
  expect((await notes()).map(({ text }) => text)).toEqual(['See [link removed]\nplease'])
})

test('a reply of the greatest length is stored, and a longer one is refused', async () => {
  const { returnId, notes } = await linked()
  const longest = '😀'.repeat(NOTE_MAX)
  await inbound.reply(returnId, replyOf({ text: longest }))
  await expect(inbound.reply(returnId, replyOf({ text: `${longest}a` }))).rejects.toThrow('malformed')
  expect((await notes()).map(({ text }) => text)).toEqual([longest])
})
