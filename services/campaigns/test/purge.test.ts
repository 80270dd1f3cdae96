import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { purge } from '../src/purge.ts'
import { refuseRows } from './failing-rows.ts'
import { actOnDispatch, changeState, createdCampaign } from './setup.ts'
import { setUpStage } from './stage.ts'

const { stage, oneDispatch, detail, begin, settle, finish } = setUpStage()

const age = (id: string, days: number) => {
  const then = sql<string>`now() - ${days} * interval '1 day'`
  return stage.service.db
    .updateTable('dispatch')
    .set({ sends_at: then, started_at: then, finished_at: then })
    .where('id', '=', id)
    .execute()
}

const keptOf = async (id: string) => {
  const { rows } = await sql`
    select mail is not null as mail, count(delivery.id) as rows, count(merge) as words
    from dispatch left join delivery on dispatch_id = dispatch.id where dispatch.id = ${id} group by dispatch.id`.execute(stage.service.db)
  return rows[0]
}

const ALL = { mail: true, rows: 3, words: 3 }
const NO_WORDS = { mail: false, rows: 3, words: 0 }
const NOTHING = { mail: false, rows: 0, words: 0 }

test('failed emails can be sent again for 30 days; recipients are kept for two years, and counts forever', async () => {
  const { campaign, id, now } = await oneDispatch()
  await begin(campaign)
  await settle(id, 'failed', { code: 'mail-refused 554' })
  await finish(id)
  const { counts } = await now()
  expect(counts.failed).toBe(3)
  const { db } = stage.service
  const requests = sql`
    insert into mail_request (id, dispatch_id, delivery_id, client)
    select gen_random_uuid(), dispatch_id, id, 'abcd' from delivery where dispatch_id = ${id}`
  await requests.execute(db)
  for (const [days, kept] of [
    [29, ALL],
    [31, NO_WORDS],
    [729, NO_WORDS],
    [732, NOTHING],
  ] as const) {
    await age(id, days)
    await purge(stage.service.deps)
    expect(await keptOf(id), `${days} days`).toEqual(kept)
    expect((await actOnDispatch(stage.service, stage.owner, id, 'send-to-missed')).statusCode === 200, `${days} days`).toBe(days === 29)
    if (days === 29) {
      expect((await now()).state).toBe('sending')
      await purge(stage.service.deps)
      expect(await keptOf(id)).toEqual(ALL)
      await settle(id, 'failed', { code: 'mail-refused 554' })
      await finish(id)
    }
  }
  expect(await now()).toMatchObject({ state: 'done', audience: 3, counts })
  expect(await db.selectFrom('mail_request').select('id').where('dispatch_id', '=', id).execute()).toEqual([])
})

test('a dispatch that was canceled while sending is counted before its recipients are deleted', async () => {
  const campaign = await createdCampaign(stage.service, stage.owner)
  const id = await begin(campaign)
  await settle(id, 'accepted', { position: 1 })
  await changeState(stage.service, stage.owner, campaign._id, 'cancel')
  await age(id, 800)
  await purge(stage.service.deps)
  expect(await keptOf(id)).toEqual(NOTHING)
  expect((await detail(campaign)).dispatches[0]).toMatchObject({ state: 'cancelled', counts: { accepted: 1, queued: 2 } })
})

test('a missed dispatch can be sent for two years, and open dispatches are not purged', async () => {
  const { campaign, id, now } = await oneDispatch()
  await begin(campaign)
  for (const state of ['sending', 'held', 'missed'] as const) {
    await stage.service.db.updateTable('dispatch').set({ state }).where('id', '=', id).execute()
    await age(id, state === 'missed' ? 729 : 800)
    await purge(stage.service.deps)
    expect(await keptOf(id), state).toEqual(ALL)
  }
  await age(id, 800)
  await purge(stage.service.deps)
  expect([await keptOf(id), (await now()).state]).toEqual([NOTHING, 'cancelled'])
})

test('the content of a missed dispatch without recipients is deleted after two years', async () => {
  const { campaign, id, now } = await oneDispatch()
  await begin(campaign)
  const { db, deps } = stage.service
  await db.deleteFrom('delivery').where('dispatch_id', '=', id).execute()
  await db.updateTable('dispatch').set({ state: 'missed' }).where('id', '=', id).execute()
  await age(id, 800)
  await purge(deps)
  expect([await keptOf(id), (await now()).state]).toEqual([NOTHING, 'cancelled'])
})

test('a dispatch that cannot be purged is logged and does not block others', async () => {
  const both = [await oneDispatch(), await oneDispatch()]
  for (const { campaign, id } of both) {
    await begin(campaign)
    await settle(id, 'accepted')
    await finish(id)
    await age(id, 31)
  }
  const { rows } = await sql<{ id: string }>`select id from dispatch where id = any(${both.map(({ id }) => id)}::uuid[])`.execute(
    stage.service.db,
  )
  const [stuck = '', other = ''] = rows.map(({ id }) => id)
  const allow = await refuseRows(stage.service.adminUrl, 'dispatch', `new.id = '${stuck}'`)
  await purge(stage.service.deps)
  await allow()
  expect([await keptOf(stuck), await keptOf(other)]).toMatchObject([{ mail: true }, { mail: false }])
  expect(stage.service.lines.filter((line) => line.includes(stuck) && line.includes('cannot purge an old dispatch'))).toHaveLength(1)
})

test('notices of suspensions are deleted 30 days after the end', async () => {
  const { db, deps } = stage.service
  const company_id = stage.owner.company._id
  const notice = (ended_at: RawBuilder<string> | null) => ({ scope: 'company' as const, target: company_id, company_id, ended_at })
  await db
    .insertInto('suspension_notice')
    .values([notice(null), notice(sql`now() - interval '29 days'`), notice(sql`now() - interval '31 days'`)])
    .execute()
  await purge(deps)
  const kept = await db.selectFrom('suspension_notice').select('ended_at').where('company_id', '=', company_id).execute()
  expect(kept.map(({ ended_at }) => ended_at && Math.round((Date.now() - Date.parse(ended_at)) / 86_400_000)).sort()).toEqual([29, null])
})
