import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { PasswordChanged } from '@app/contracts/events/identity.ts'
import { ReminderSent, ReviewEmailSent } from '@app/contracts/events/notifications.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { subscriptions } from '../../src/consumers.ts'
import { deliver, giveFeedback, move, remove, setUp } from '../setup.ts'
import { reviewer, reviewing } from './reviewing.ts'

let service: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

async function handle<E extends EventContract>(event: E, data: EventData<E>): Promise<void> {
  const subscription = subscriptions(service.deps).find((one) => one.event.type === event.type)
  await inTransaction(service.db, async (trx) => subscription?.handle(trx, envelope(event, data) as never))
}

test('decisions, deliveries, removals, settings, reminders and resets of one company at the same time do not block each other', async () => {
  const owner = await reviewer(service)
  const replicas = [service.app, await buildApp(service.deps)] as const
  const [one, two] = replicas.map((app) => reviewing({ ...service, app }))
  const linked: Awaited<ReturnType<NonNullable<typeof one>['linked']>>[] = []
  for (let count = 0; count < 24; count += 1) linked.push(await reviewing(service).linked(owner))
  const previews = linked.map(({ task, token }) => ({
    taskId: task._id,
    previewNo: 1,
    reviewLinkId: service.deps.reviewKeys.linkIdOf(token) ?? '',
  }))
  const settings = (app: (typeof replicas)[number], reviewLinks: boolean) =>
    app.inject({
      method: 'PUT',
      url: `/task/review-settings/${owner.company._id}`,
      payload: { reviewLinks, codeForNewBrowser: false },
      headers: owner.headers,
    })
  const sentAt = service.deps.now().toISOString()
  const requests = linked.flatMap(({ task: { _id }, token }, n) => [
    ...(n % 4 === 0 ? [one?.approve(token), two?.referBack(token), deliver(replicas[1], _id)] : []),
    ...(n % 4 === 1 ? [move(replicas[0], owner, _id, { currentStatus: 'Approved' }), two?.approve(token), two?.undo(token)] : []),
    ...(n % 4 === 2 ? [giveFeedback(replicas[1], owner, _id, { feedback: 'Warmer' }), one?.approve(token), one?.resend(token)] : []),
    ...(n % 4 === 3 ? [one?.approve(token), remove(replicas[1], owner, _id)] : []),
    ...(n % 8 === 5 ? [settings(replicas[0], n % 16 === 5)] : []),
  ])
  const events = [0, 1, 2].flatMap(() => [
    handle(ReminderSent, { recipientId: owner.id, companyProfileId: owner.company._id, sentAt, previews }),
    handle(PasswordChanged, { userId: owner.id, email: 'maria@harborpine.example', username: 'Maria', tokensInvalidBefore: 1 }),
    ...previews.slice(0, 6).map(({ reviewLinkId }) => handle(ReviewEmailSent, { reviewLinkId, sentAt })),
  ])
  const [responses] = await Promise.all([Promise.all(requests), Promise.all(events)])
  expect(responses.filter((response) => response && response.statusCode >= 500).map((response) => response?.body)).toEqual([])
  const check = await service.app.inject({ url: `/company-record/${owner.company._id}/verify`, headers: owner.headers })
  expect(check.json()).toMatchObject({ problem: null })
  const { decisions } = await service.db
    .selectFrom('decision_record')
    .select((select) => select.fn.countAll<string>().as('decisions'))
    .executeTakeFirstOrThrow()
  expect(check.json().count).toBe(Number(decisions))
  await replicas[1].close()
})
