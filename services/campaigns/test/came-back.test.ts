import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import type { CameBack } from '@app/contracts/http/reports.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { people } from './audiences.ts'
import { admin, createdCampaign, type Person, recurring } from './setup.ts'
import { setUpStage } from './stage.ts'

const { stage, begin } = setUpStage()

const requestReport = (id: string, { headers }: Pick<Person, 'headers'> = stage.owner) =>
  stage.service.app.inject({ url: `/campaign/${id}/came-back`, headers })

const report = async (id: string): Promise<CameBack> => (await requestReport(id)).json()

/**
 * Sets the start of a dispatch. Records a bounce, an unsubscribe or a complaint for the dispatch's first emails: `came[0]` for the email at
 * position 1, and so on.
 */
async function recordReactions(dispatchId: string, begun: string, came: readonly (readonly [what: string, at: string])[] = []) {
  const { db } = stage.service
  await db.updateTable('dispatch').set({ started_at: begun }).where('id', '=', dispatchId).execute()
  for (const [index, [what, at]] of came.entries())
    await sql`update delivery set ${sql.ref(`${what}_at`)} = ${at} where dispatch_id = ${dispatchId} and position = ${index + 1}`.execute(
      db,
    )
}

const filled = ({ slots }: CameBack) => slots.filter(({ bounced, unsubscribed, complained }) => bounced + unsubscribed + complained > 0)

test('counts are by hour up to two days after the first dispatch, and then by day of the business’s time zone', async () => {
  const campaign = await createdCampaign(stage.service, stage.owner)
  const { _id: id } = campaign
  expect(await report(id)).toEqual({ by: 'hour', slots: [], opened: null, clicked: null })
  const dispatchId = await begin(campaign, people(5))
  await recordReactions(dispatchId, '2026-11-23T14:20:00Z')
  expect(await report(id)).toEqual({
    by: 'hour',
    slots: [{ at: '2026-11-23T14:00:00Z', bounced: 0, unsubscribed: 0, complained: 0 }],
    opened: 0,
    clicked: 0,
  })
  const hours = [
    ['bounced', '2026-11-23T14:21:00Z'],
    ['bounced', '2026-11-23T14:59:59Z'],
    ['unsubscribed', '2026-11-23T16:00:00Z'],
    ['complained', '2026-11-25T14:19:00Z'],
  ] as const
  await recordReactions(dispatchId, '2026-11-23T14:20:00Z', hours)
  const byHour = await report(id)
  expect([byHour.by, byHour.slots.length]).toEqual(['hour', 49])
  expect(filled(byHour)).toEqual([
    { at: '2026-11-23T14:00:00Z', bounced: 2, unsubscribed: 0, complained: 0 },
    { at: '2026-11-23T16:00:00Z', bounced: 0, unsubscribed: 1, complained: 0 },
    { at: '2026-11-25T14:00:00Z', bounced: 0, unsubscribed: 0, complained: 1 },
  ])
  // In New York, the last unsubscribe is on 25 November.
  await recordReactions(dispatchId, '2026-11-23T14:20:00Z', [...hours, ['unsubscribed', '2026-11-26T04:30:00Z']])
  expect(await report(id)).toEqual({
    by: 'day',
    slots: [
      { at: '2026-11-23', bounced: 2, unsubscribed: 1, complained: 0 },
      { at: '2026-11-24', bounced: 0, unsubscribed: 0, complained: 0 },
      { at: '2026-11-25', bounced: 0, unsubscribed: 1, complained: 1 },
    ],
    opened: 0,
    clicked: 0,
  })
})

test('days are complete when the clock changes; a long campaign has the last 92 days', async () => {
  const campaign = await createdCampaign(stage.service, stage.owner, recurring())
  const dispatchId = await begin(campaign)
  await recordReactions(dispatchId, '2026-11-23T14:00:00Z', [['bounced', '2027-03-15T03:30:00Z']])
  const { by, slots } = await report(campaign._id)
  expect([by, slots.length, slots[0]?.at, slots.at(-1)]).toEqual([
    'day',
    92,
    '2026-12-13',
    { at: '2027-03-14', bounced: 1, unsubscribed: 0, complained: 0 },
  ])
})

test('only the owner and admins have access', async () => {
  const campaign = await createdCampaign(stage.service, stage.owner)
  expect((await requestReport(campaign._id, admin)).statusCode).toBe(200)
  const response = await requestReport(campaign._id, await ownerWithCompany(stage.service.deps))
  expect([response.statusCode, response.json().message]).toEqual([404, 'Campaign not found'])
})
