import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { monthOf, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Month } from '@app/contracts/rules/monthly-report.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contentFigures } from '../../src/reports/figures.ts'
import { plannedNextMonth, postsOfMonth } from '../../src/reports/posts-of-month.ts'
import { move, setUp, taskIn } from '../setup.ts'
import { historyIn } from './report-steps.ts'

let service: Awaited<ReturnType<typeof setUp>>
let history: ReturnType<typeof historyIn>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  history = historyIn(service.db)
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
})

const timeZone = 'America/New_York'
const of = (month: Month) => ({ companyId: owner.company._id, month, timeZone })
const figures = (month: Month) => contentFigures(service.db, of(month))

/** Adds a task with a first version, which waits for a decision. */
async function previewed(createdAt: string, deliveredAt: string, occurrenceNo?: number): Promise<string> {
  const id = await history.task(owner.company._id, { createdAt, ...(occurrenceNo && { occurrenceNo }) })
  await history.version(id, 1, deliveredAt)
  return id
}

test('a month without content has no medians', async () => {
  expect(await figures('2026-10')).toEqual({
    delivered: 0,
    posted: 0,
    timeToFirstPreview: { medianHours: null, count: 0 },
    timeToDecision: { medianHours: null, count: 0 },
    roundsOfRevision: { total: 0, perTask: null },
  })
})

test('the first version of a task counts once, in the month of the business’s time zone. A withdrawn version does not count', async () => {
  const id = await previewed('2026-10-01T10:00:00Z', '2026-10-02T10:00:00Z')
  await history.version(id, 2, '2026-11-05T10:00:00Z')
  // In New York, this is 31 October, 11:59 PM.
  await previewed('2026-11-01T01:59:00Z', '2026-11-01T03:59:00Z')
  await previewed('2026-10-31T10:00:00Z', '2026-11-01T04:00:00Z')
  const withdrawn = await history.task(owner.company._id, { createdAt: '2026-10-01T10:00:00Z' })
  await history.version(withdrawn, 1, '2026-10-03T10:00:00Z', { isWithdrawn: true })
  await history.version(withdrawn, 2, '2026-11-05T10:00:00Z')
  // The second task of a series was created by the series, so its time to the first preview says nothing.
  await previewed('2026-09-01T10:00:00Z', '2026-10-20T10:00:00Z', 2)
  expect(await figures('2026-10')).toMatchObject({ delivered: 3, timeToFirstPreview: { medianHours: 13, count: 2 } })
  expect(await figures('2026-11')).toMatchObject({ delivered: 2, timeToFirstPreview: { count: 2 } })
})

test('the first decision about a version counts; an undone approval does not', async () => {
  const undone = await previewed('2026-10-01T10:00:00Z', '2026-10-02T10:00:00Z')
  await history.decisions(
    undone,
    { version: 1, kind: 'approve', at: '2026-10-02T11:00:00Z' },
    { version: 1, kind: 'undo', at: '2026-11-02T11:00:00Z' },
  )
  expect(await figures('2026-10')).toMatchObject({ timeToDecision: { count: 0 }, roundsOfRevision: { total: 0, perTask: null } })
  await history.decisions(undone, { version: 1, kind: 'refer-back', at: '2026-11-03T10:00:00Z' })
  const other = await previewed('2026-10-01T10:00:00Z', '2026-10-02T10:00:00Z')
  await history.decisions(other, { version: 1, kind: 'refer-back', at: '2026-10-02T15:00:00Z' })
  await history.version(other, 2, '2026-10-05T10:00:00Z')
  await history.decisions(other, { version: 2, kind: 'approve', at: '2026-10-05T12:00:00Z' })
  expect(await figures('2026-10')).toMatchObject({
    timeToDecision: { medianHours: 3.5, count: 2 },
    roundsOfRevision: { total: 1, perTask: 1 },
  })
  expect(await figures('2026-11')).toMatchObject({
    timeToDecision: { medianHours: 768, count: 1 },
    roundsOfRevision: { total: 1, perTask: 1 },
  })
})

test('a decision that may be a machine’s counts when the client confirmed it, and not if an admin accepted it', async () => {
  const doubtful = { version: 1, kind: 'approve', at: '2026-10-02T10:00:10Z', isDoubtful: true } as const
  const confirmed = [
    { confirmedAt: '2026-10-03T10:00:00Z', confirmedBy: 'owner' } as const,
    { confirmedAt: '2026-10-03T10:00:00Z', confirmedBy: 'admin' } as const,
  ]
  for (const confirmation of [...confirmed, {}])
    await history.decisions(await previewed('2026-10-01T10:00:00Z', '2026-10-02T10:00:00Z'), { ...doubtful, ...confirmation })
  expect((await figures('2026-10')).timeToDecision).toEqual({ medianHours: 24, count: 1 })
})

test('posted tasks count by their date of posting, and are listed with links and picture; an undone launch is not', async () => {
  const { _id: companyId } = owner.company
  const late = await history.task(companyId, { createdAt: '2026-10-01T10:00:00Z', title: 'Late', postedOn: '2026-10-31' })
  const early = await history.task(companyId, { createdAt: '2026-10-01T10:00:00Z', title: 'Early', postedOn: '2026-10-01' })
  for (const id of [late, early]) await history.version(id, 1, '2026-10-01T11:00:00Z')
  await history.task(companyId, { createdAt: '2026-10-01T10:00:00Z', postedOn: '2026-11-01' })
  await history.task(companyId, { createdAt: '2026-10-01T10:00:00Z' })
  await history.task((await ownerWithCompany(service.deps)).company._id, { createdAt: '2026-10-01T10:00:00Z', postedOn: '2026-10-02' })
  expect((await figures('2026-10')).posted).toBe(2)
  const { listed, more } = await postsOfMonth(service.db, of('2026-10'))
  expect([listed.map(({ title }) => title), more]).toEqual([['Early', 'Late'], 0])
  expect(listed[0]).toEqual({
    taskId: early,
    title: 'Early',
    postedOn: '2026-10-01',
    platforms: ['platform_x', 'platform_insta'],
    links: [{ platform: 'platform_x', url: 'https://x.com/1' }],
    thumbnail: null,
    alternativeText: 'A loaf of bread',
  })
})

test('the next month lists planned tasks and the dates of series that are not tasks yet', async () => {
  await history.task(owner.company._id, { createdAt: '2026-10-01T10:00:00Z', title: 'Planned', target: '2026-12-24' })
  await history.task(owner.company._id, { createdAt: '2026-10-01T10:00:00Z', title: 'Too late', target: '2027-01-01' })
  await taskIn(service.app, owner, 'Pending')
  const { listed, more } = await plannedNextMonth(service.deps, of('2026-11'))
  expect(more).toBe(0)
  expect(listed.map(({ date, title }) => `${date} ${title}`)).toContain('2026-12-24 Planned')
  expect(listed.filter(({ title }) => title === 'Pending').length).toBeGreaterThan(2)
  expect(listed.map(({ date }) => date)).toEqual(listed.map(({ date }) => date).sort())
  expect(listed.find(({ title }) => title === 'Planned')).toEqual({
    date: '2026-12-24',
    time: '09:00',
    title: 'Planned',
    platforms: ['platform_x', 'platform_insta'],
  })
})

test('the rows that the product itself writes are counted', async () => {
  const task = await taskIn(service.app, owner, 'Approved')
  const today = monthOf(todayIn(timeZone, new Date()))
  expect(await figures(today)).toMatchObject({ delivered: 1, timeToFirstPreview: { count: 1 }, timeToDecision: { count: 1 } })
  await move(service.app, owner, task._id, { currentStatus: 'Pending' })
  expect(await figures(today)).toMatchObject({ delivered: 1, timeToDecision: { count: 0 } })
})
