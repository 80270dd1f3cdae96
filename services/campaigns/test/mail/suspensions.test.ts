import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { SuspensionChanged } from '@app/contracts/events/campaigns.ts'
import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { admin, createdCampaign, recurring } from '../setup.ts'
import { setUpStage } from '../stage.ts'
import { composing, toAdmin, toOwner } from './composing.ts'
import { confirmOwner } from './confirm-owner.ts'

const { stage } = setUpStage()
const ask = composing(() => stage.service)

let campaign: CampaignDetail
beforeEach(async () => {
  await confirmOwner(stage.service, stage.owner)
  campaign = await createdCampaign(stage.service, stage.owner, recurring())
})
afterEach(async () => {
  for (const table of ['suspension', 'suspension_notice'] as const) await stage.service.db.deleteFrom(table).execute()
})

const all = { scope: 'all' }
const company = () => ({ scope: 'company', id: stage.owner.company._id })
const one = () => ({ scope: 'campaign', id: campaign._id })

/** Suspends or releases sending as an admin. Returns the id of the notice that the owner gets now, if any. */
async function change(isSuspended: boolean, payload: object): Promise<string> {
  const notices = async () =>
    (await outboxOf(stage.service.db as never, SuspensionChanged)).flatMap(({ data }) => (data.ownerId === stage.owner.id ? data : []))
  const before = (await notices()).length
  const [method, url] = isSuspended ? (['PUT', ''] as const) : (['POST', '/release'] as const)
  const response = await stage.service.app.inject({ method, url: `/admin/campaign-suspension${url}`, payload, headers: admin.headers })
  expect(response.statusCode).toBe(200)
  const [notice] = (await notices()).slice(before)
  if (notice) expect(notice.isSuspended).toBe(isSuspended)
  return notice?.noticeId ?? ''
}
const suspend = (target: object, reason = 'Too many complaints.') => change(true, { ...target, reason })
const release = (target: object) => change(false, target)

const suspended = (notice: string) => ask.mail('sending-suspended', notice, toOwner(stage.owner))
const resumed = (notice: string) => ask.mail('sending-resumed', notice, toOwner(stage.owner))
/** Returns the statuses of the requests for both emails about a notice. */
const statuses = async (notice: string) => [
  await ask.status('sending-suspended', notice, toOwner(stage.owner)),
  await ask.status('sending-resumed', notice, toOwner(stage.owner)),
]

describe('the emails about a suspended campaign', () => {
  test('name the campaign, and the reason until the end', async () => {
    const notice = await suspend(one())
    const mail = await suspended(notice)
    expect(mail.subject).toBe('Suspended: Weekly bread')
    expect(mail.text).toContain('Reason: Too many complaints.\n')
    expect(mail.text).toContain('Please contact us to continue')
    expect(mail.text).toContain(`https://portal.example/management?section=2&open=${campaign._id}\n`)
    expect(Object.keys(mail).sort()).toEqual(['html', 'subject', 'text'])
    expect(await statuses(notice)).toEqual([200, 410])

    expect(await release(one())).toBe(notice)
    expect(await statuses(notice)).toEqual([410, 200])
    const end = await resumed(notice)
    expect(end.subject).toBe('No longer suspended: Weekly bread')
    expect(end.text).toContain('Company: Palm Bakery\n')
  })

  test('have the newest reason', async () => {
    const notice = await suspend(one(), 'Spam')
    expect(await suspend(one(), 'Spam again')).toBe('')
    expect((await suspended(notice)).text).toContain('Reason: Spam again\n')
  })

  test('are obsolete after it was suspended again', async () => {
    const first = await suspend(one())
    await release(one())
    const second = await suspend(one(), 'Again')
    expect([await statuses(first), await statuses(second)]).toEqual([
      [410, 410],
      [200, 410],
    ])
    await release(one())
    expect([await statuses(first), await statuses(second)]).toEqual([
      [410, 200],
      [410, 200],
    ])
  })

  test('are obsolete after its end while the company is suspended', async () => {
    const ofCampaign = await suspend(one())
    const ofCompany = await suspend(company())
    expect(await release(one())).toBe('')
    expect([await statuses(ofCampaign), await statuses(ofCompany)]).toEqual([
      [410, 410],
      [200, 410],
    ])
  })
})

describe('the emails about a suspended company', () => {
  test('name all its campaigns', async () => {
    const notice = await suspend(company())
    const mail = await suspended(notice)
    expect(mail.subject).toBe('Suspended: all your campaign emails')
    expect(mail.text).toContain('https://portal.example/management?section=2\n')
    await release(company())
    expect((await resumed(notice)).subject).toBe('No longer suspended: your campaign emails')
  })

  test('are about the suspension of all companies if that one continues', async () => {
    const notice = await suspend(company(), 'Bounces')
    expect(await suspend(all, 'Our relay is blocked.')).toBe('')
    expect(await release(company())).toBe('')
    const mail = await suspended(notice)
    expect(mail.text).toContain('Reason: Our relay is blocked.\n')
    expect(mail.text).toContain('You don’t have to do anything')
    expect(await statuses(notice)).toEqual([200, 410])
    expect(await release(all)).toBe(notice)
    expect(await statuses(notice)).toEqual([410, 200])
  })

  test('about its end are obsolete while all companies are suspended', async () => {
    const notice = await suspend(company())
    await release(company())
    await suspend(all)
    expect(await statuses(notice)).toEqual([410, 410])
  })
})

test('the emails go only to the owner', async () => {
  const other = await ownerWithCompany(stage.service.deps)
  const notice = await suspend(company())
  const recipients = [toOwner(other), toAdmin, { kind: 'admin' as const, id: stage.owner.id }]
  for (const recipient of recipients) expect(await ask.status('sending-suspended', notice, recipient)).toBe(410)
  await release(company())
  for (const recipient of recipients) expect(await ask.status('sending-resumed', notice, recipient)).toBe(410)
})

test('the emails contain text of the owner only after the email address is confirmed', async () => {
  stage.owner = await ownerWithCompany(stage.service.deps)
  campaign = await createdCampaign(stage.service, stage.owner, recurring())
  const notice = await suspend(one(), 'You wrote “Win a prize”.')
  const begun = await suspended(notice)
  expect(begun.subject).toBe('Suspended: your campaign')
  expect(begun.text).toContain('Reason: You can see the reason in your portal.\n')
  expect(begun.text + begun.html).not.toMatch(/Weekly bread|Win a prize/)
  await release(one())
  const end = await resumed(notice)
  expect(end.subject).toBe('No longer suspended: your campaign')
  expect(end.text).toContain('Company: your company\n')
  expect(end.text + end.html).not.toMatch(/Weekly bread|Palm Bakery/)
  await confirmOwner(stage.service, stage.owner)
  expect((await resumed(notice)).subject).toBe('No longer suspended: Weekly bread')
})
