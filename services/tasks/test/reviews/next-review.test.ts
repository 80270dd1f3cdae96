import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleagueSteps } from '../colleagues/colleague-steps.ts'
import { setUp } from '../setup.ts'
import { type Reviewer, reviewer, reviewing } from './reviewing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let link: ReturnType<typeof reviewing>
beforeAll(async () => {
  service = await setUp()
  link = reviewing(service)
})
afterAll(() => service.stop())

const postOn = (taskId: string, day: string) => sql`update task set target_posting_date = ${day} where id = ${taskId}`.execute(service.db)

/** Delivers a preview to be posted on a day. Returns its task and the token of the owner's link. */
async function waiting(owner: Reviewer, day: string) {
  const delivered = await link.linked(owner)
  await postOn(delivered.task._id, day)
  return delivered
}

test('after a decision, the review leads to the most urgent of the other waiting previews, and to none after the last', async () => {
  const owner = await reviewer(service)
  const [first, later, sooner] = [
    await waiting(owner, '2026-12-01'),
    await waiting(owner, '2026-12-20'),
    await waiting(owner, '2026-12-10'),
  ]
  await waiting(await reviewer(service, { email: 'bo@shop.example' }), '2026-11-30')

  expect((await link.review(first.token)).next).toBeUndefined()
  expect((await link.approve(first.token)).json().next).toEqual({ waiting: 2, path: `/review/${sooner.token}` })
  expect((await link.review(first.token)).next).toBeUndefined()
  expect((await link.referBack(sooner.token)).json().next).toEqual({ waiting: 1, path: `/review/${later.token}` })
  expect((await link.approve(later.token)).json().next).toBeUndefined()
})

test('a decision with signs of a machine, and links that have ended, lead to no other preview', async () => {
  const owner = await reviewer(service)
  const [first, second, third] = [
    await waiting(owner, '2026-12-01'),
    await waiting(owner, '2026-12-10'),
    await waiting(owner, '2026-12-20'),
  ]
  expect((await link.approve(first.token, { interaction: undefined })).json().next).toBeUndefined()
  await sql`update review_link set revoked_at = now() where task_id = ${third.task._id}`.execute(service.db)
  expect((await link.approve(second.token)).json().next).toBeUndefined()
})

test('a colleague is led to the colleague’s own link, not to the owner’s', async () => {
  const steps = colleagueSteps(service)
  const owner = await steps.ownerWithPreview()
  const ana = await steps.colleagueOf(owner)
  await sql`delete from task`.execute(service.db)
  const [first, second] = [await steps.delivered(owner), await steps.delivered(owner)]
  await sql`update review_link set sent_at = now() - interval '1 minute', first_opened_at = now()`.execute(service.db)
  expect((await link.approve(first.tokenFor(ana))).json().next).toEqual({ waiting: 1, path: `/review/${second.tokenFor(ana)}` })
})
