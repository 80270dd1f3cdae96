import { Readable } from 'node:stream'
import { sweepDue } from '@app/chassis/storage/sweep.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { cpuTimeOf } from '@app/chassis/testing/event-loop.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { bmp, disguisedHtml, jpeg, png, svg } from '@app/chassis/testing/pictures.ts'
import { CampaignChanged } from '@app/contracts/events/campaigns.ts'
import type { Campaign } from '@app/contracts/http/campaigns.ts'
import { DATE_INVALID } from '@app/contracts/rules/business-dates.ts'
import * as rules from '@app/contracts/rules/campaigns.ts'
import { stepTypes } from '@app/contracts/rules/campaigns.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attachmentSweep } from '../src/files/attachment-files.ts'
import {
  create,
  createdCampaign,
  list,
  NOON,
  recurring,
  type Service,
  setUp,
  specialEvent,
  step,
  storedKeys,
  TODAY,
  TOMORROW,
} from './setup.ts'

let service: Service
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
})

const NOBODY = { queued: 0, accepted: 0, failed: 0, suppressed: 0, unknown: 0, maybeTwice: 0, bounced: 0, complained: 0, unsubscribed: 0 }

test('a special event is stored with its steps and one dispatch for each step, and published', async () => {
  const steps = stepTypes.map((type, index) => step({ type, date: `2026-12-0${index + 1}`, subject: ` About ${type} ` }))
  const response = await create(service, owner, specialEvent(steps), { stepAttachment_1: new File([png()], 'Pie.png') })
  expect([response.statusCode, response.json().message]).toEqual([201, 'Campaign created successfully!'])
  const { campaign } = response.json()
  expect(campaign).toMatchObject({
    companyProfileId: owner.company._id,
    companyName: 'Palm Bakery',
    name: 'Pie week',
    audience: 'Customers',
    campaignCategory: 'Special Event',
    startDate: null,
    endDate: null,
    state: 'active',
    nextSendAt: '2026-12-01T14:00:00Z',
    suspension: null,
  })
  expect(campaign.steps).toEqual(campaign.campaignDetailsListArray)
  expect(campaign.steps.map(({ type, date, subject }: Record<string, string>) => [type, date, subject])).toEqual(
    stepTypes.map((type, index) => [type, `2026-12-0${index + 1}`, `About ${type}`]),
  )
  expect(campaign.steps[1]).toMatchObject({
    attachmentName: 'Pie.png',
    attachmentUrl: expect.stringMatching(/^\/files\/public\/campaigns\/[\da-f-]{36}\.png$/),
    isSent: false,
    version: 1,
  })
  expect(campaign.dispatches).toHaveLength(stepTypes.length)
  expect(campaign.dispatches[0]).toMatchObject({
    stepId: campaign.steps[0]._id,
    date: '2026-12-01',
    sendsAt: '2026-12-01T14:00:00Z',
    state: 'scheduled',
    audience: null,
    counts: NOBODY,
  })
  const { companyName, dispatches: _dispatches, ...inList } = campaign
  expect((await list(service, owner, owner.company._id)).json()).toEqual([inList])
  const events = (await outboxOf(service.db as never, CampaignChanged)).filter(({ subject }) => subject === campaign._id)
  expect(events.map(({ data }) => data)).toEqual([
    { companyProfileId: owner.company._id, companyName, ownerId: owner.id, campaignId: campaign._id, name: 'Pie week' },
  ])
})

test('a recurring campaign is sent weekly from its start date to its end date', async () => {
  const { startDate, endDate, steps, dispatches } = await createdCampaign(service, owner, recurring())
  expect([startDate, endDate, steps.map(({ date }) => date)]).toEqual([TOMORROW, '2026-12-14', [null]])
  expect(dispatches.map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'])
})

test('dispatches start at 9:00 local time before and after the clock changes', async () => {
  const { dispatches } = await createdCampaign(service, owner, recurring({ startDate: '2027-03-07', endDate: '2027-03-21' }))
  expect(dispatches.map(({ sendsAt }) => sendsAt)).toEqual(['2027-03-07T14:00:00Z', '2027-03-14T13:00:00Z', '2027-03-21T13:00:00Z'])
})

const bare = { name: '', audience: '', campaignCategory: '', stepsJson: '' }
const twice = [step(), step()]

test.each<[string, Record<string, string>, field: string, message: string]>([
  ['nothing', bare, 'name', rules.CAMPAIGN_NAME_REQUIRED],
  ['a name alone', { ...bare, name: 'Pie' }, 'campaignCategory', rules.CAMPAIGN_FIELDS_REQUIRED],
  ['another category', { ...specialEvent(), campaignCategory: 'Seldom' }, 'campaignCategory', rules.CAMPAIGN_FIELDS_REQUIRED],
  ['another audience', { ...specialEvent(), audience: 'Everybody' }, 'audience', rules.CAMPAIGN_FIELDS_REQUIRED],
  ['a long name', { ...specialEvent(), name: 'x'.repeat(201) }, 'name', 'A campaign’s name has at most 200 characters.'],
  ['no company', { ...specialEvent(), companyProfileId: '' }, 'companyProfileId', rules.CAMPAIGN_COMPANY_REQUIRED],
  ['no steps', { ...specialEvent(), stepsJson: '' }, 'steps', rules.CAMPAIGN_STEP_REQUIRED],
  ['an empty list', specialEvent([]), 'steps', rules.CAMPAIGN_STEP_REQUIRED],
  ['no type', specialEvent([step(), step({ type: '' })]), 'steps.1.type', 'Step 2 incomplete.'],
  ['no date', specialEvent([step({ date: null })]), 'steps.0.date', 'Step 1 incomplete.'],
  ['no subject', specialEvent([{ ...step(), subject: undefined }]), 'steps.0.subject', 'Step 1 incomplete.'],
  ['no body', specialEvent([step({ body: ' \n' })]), 'steps.0.body', 'Step 1 incomplete.'],
  ['an unknown type', specialEvent([step({ type: 'Last' })]), 'steps.0.type', 'Step 1 incomplete.'],
  ['a type twice', specialEvent(twice), 'steps.1.type', rules.STEP_TYPE_TAKEN],
  ['a step today', specialEvent([step({ date: TODAY })]), 'steps.0.date', rules.STEP_DATE_TOO_EARLY],
  ['a date that is none', specialEvent([step({ date: '2026-02-30' })]), 'steps.0.date', DATE_INVALID],
  ['no dates', recurring({ startDate: '', endDate: '' }), 'startDate', rules.CAMPAIGN_DATES_REQUIRED],
  ['no end', recurring({ endDate: '' }), 'endDate', rules.CAMPAIGN_DATES_REQUIRED],
  ['no start', recurring({ startDate: '' }), 'startDate', rules.CAMPAIGN_START_FIRST],
  ['a start today', recurring({ startDate: TODAY }), 'startDate', rules.CAMPAIGN_START_TOO_EARLY],
  ['five days', recurring({ endDate: '2026-11-28' }), 'endDate', rules.CAMPAIGN_END_TOO_EARLY],
  ['six years', recurring({ endDate: '2032-11-28' }), 'endDate', rules.CAMPAIGN_END_TOO_LATE],
  [
    'a recurring step without words',
    recurring({ stepsJson: JSON.stringify([step({ body: '' })]) }),
    'steps.0.body',
    rules.RECURRING_STEP_REQUIRED,
  ],
  ['two recurring steps', recurring({ stepsJson: JSON.stringify(twice) }), 'steps', rules.RECURRING_ONE_STEP],
  ['a long subject', specialEvent([step({ subject: 'x'.repeat(201) })]), 'steps.0.subject', 'A subject has at most 200 characters.'],
  ['a long body', specialEvent([step({ body: 'x'.repeat(20_001) })]), 'steps.0.body', 'A body has at most 20,000 characters.'],
  [
    'a field without fallback',
    specialEvent([step({ body: '{{First Name}}' })]),
    'steps.0.body',
    '{{First Name}} needs a fallback for empty cells, for example {{First Name|there}}.',
  ],
])('%s: 422 with the message and the field', async (_what, fields, field, message) => {
  const response = await create(service, owner, fields)
  expect([response.statusCode, response.json().message, response.json().errors]).toEqual([422, message, [{ field, message }]])
  expect((await list(service, owner, owner.company._id)).json()).toEqual([])
})

test('a rejected request leaves no image in the store', async () => {
  const before = await storedKeys(service)
  await create(service, owner, bare, { stepAttachment_0: new File([png()], 'a.png') })
  expect(await storedKeys(service)).toEqual(before)
})

test.each(['{', '"steps"', '[1]', '[{"subject": 1}]'])('%s is not a list of steps: 400', async (stepsJson) => {
  expect((await create(service, owner, { ...specialEvent(), stepsJson })).statusCode).toBe(400)
})

/** CPU time in ms. Receiving a form of 300 kB takes about 20 ms. Validating 100,000 steps took 1,300 ms. */
const RECEIVING_MAX_MS = 400

test.each([
  ['100,000 empty steps', `[${'{},'.repeat(99_999)}{}]`],
  ['arrays nested 150,000 deep', '['.repeat(150_000) + ']'.repeat(150_000)],
])('%s are refused before they are validated', async (_what, stepsJson) => {
  let status = 0
  const took = async () =>
    cpuTimeOf(async () => {
      status = (await create(service, owner, { ...specialEvent(), stepsJson })).statusCode
    })
  // The smaller value counts, because garbage collection may take time.
  expect(Math.min(await took(), await took())).toBeLessThan(RECEIVING_MAX_MS)
  expect(status).toBe(400)
})

test('eight steps of 20,000 characters in any script are accepted', async () => {
  const steps = stepTypes.map((type) => step({ type, body: '你'.repeat(20_000) }))
  const { steps: kept } = await createdCampaign(service, owner, specialEvent(steps))
  expect(kept.every(({ body }) => body.length === 20_000)).toBe(true)
})

describe('an attachment', () => {
  const gif = () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

  test.each([
    ['png', png, 'png', 'image/png'],
    ['jpg', jpeg, 'jpg', 'image/jpeg'],
    ['gif', gif, 'gif', 'image/gif'],
    ['bmp', bmp, 'jpg', 'image/jpeg'],
    ['svg', svg, 'png', 'image/png'],
  ])('%s: the type is detected from the content, and email apps show the stored type', async (_name, make, extension, type) => {
    const { steps } = await createdCampaign(service, owner, specialEvent(), { stepAttachment_0: new File([make()], 'picture.doc') })
    expect(steps[0]).toMatchObject({ attachmentName: `picture.${extension}`, attachmentUrl: expect.stringMatching(`\\.${extension}$`) })
    const row = await service.db
      .selectFrom('step')
      .select(['attachment_type', 'attachment_size'])
      .where('id', '=', steps[0]?._id ?? '')
      .executeTakeFirstOrThrow()
    const size = await service.store.sizeOf(service.store.keyOf(steps[0]?.attachmentUrl ?? '') ?? '')
    expect(row).toEqual({ attachment_type: type, attachment_size: size })
  })

  test.each([
    ['a page', disguisedHtml, 'Only image files are allowed.'],
    ['a damaged drawing', () => svg('<g>'), 'This picture is damaged or incomplete. Please choose another one.'],
    ['half a picture', () => png().subarray(0, -20), 'This picture is damaged or incomplete. Please choose another one.'],
  ])('%s: 415, and nothing is stored', async (_what, make, message) => {
    const before = await storedKeys(service)
    const response = await create(service, owner, specialEvent(), { stepAttachment_0: new File([make()], 'a.svg') })
    expect([response.statusCode, response.json().errors]).toEqual([415, [{ field: 'stepAttachment_0', message }]])
    expect(await storedKeys(service)).toEqual(before)
  })

  test('without a step is rejected', async () => {
    const response = await create(service, owner, specialEvent(), { stepAttachment_1: new File([png()], 'a.png') })
    expect([response.statusCode, response.json().errors[0].field]).toEqual([422, 'stepAttachment_1'])
  })

  test('that no step references is deleted after a day, and others are kept', async () => {
    await createdCampaign(service, owner, specialEvent(), { stepAttachment_0: new File([png()], 'a.png') })
    const stray = `public/campaigns/${crypto.randomUUID()}.png`
    await service.store.put(stray, Readable.from([png()]), 'image/png', AbortSignal.timeout(5_000))
    const before = await storedKeys(service)
    const tomorrow = new Date(Date.now() + 25 * 3_600_000)
    await sweepDue(attachmentSweep({ ...service.deps, now: () => tomorrow }), AbortSignal.timeout(10_000))
    expect(before.filter((key) => key !== stray)).toEqual(await storedKeys(service))
  })
})

test('campaigns are listed newest first, and by page', async () => {
  for (let n = 0; n < 3; n++) await createdCampaign(service, owner, { ...specialEvent(), name: `Campaign ${n}` })
  const names = (response: { json(): Campaign[] }) => response.json().map(({ name }) => name)
  const first = await list(service, owner, owner.company._id, '?limit=2')
  expect(names(first)).toEqual(['Campaign 2', 'Campaign 1'])
  const [, next = ''] = /^<(.*)>; rel="next"$/.exec(String(first.headers.link)) ?? []
  expect(names(await service.app.inject({ url: next, headers: owner.headers }))).toEqual(['Campaign 0'])
  expect((await list(service, owner, owner.company._id, '?cursor=x')).statusCode).toBe(400)
})

test('tomorrow is a day in the business’s time zone, not in UTC', async () => {
  service.clock.now = new Date('2026-11-23T03:00:00Z')
  expect((await create(service, owner, specialEvent([step({ date: TOMORROW })]))).statusCode).toBe(201)
  service.clock.now = new Date('2026-11-23T05:00:00Z')
  expect((await create(service, owner, specialEvent([step({ date: TOMORROW })]))).statusCode).toBe(422)
  service.clock.now = new Date(NOON)
})
