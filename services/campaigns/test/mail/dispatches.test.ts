import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import type { CampaignMailTopic } from '@app/contracts/http/mail-content.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { people } from '../audiences.ts'
import { actOnDispatch, changeState, createdCampaign, NOON } from '../setup.ts'
import { setUpStage } from '../stage.ts'
import { composing, toAdmin, toOwner } from './composing.ts'
import { confirmOwner } from './confirm-owner.ts'

const { stage, oneDispatch, states, tickThen, begin, settle, finish } = setUpStage()
const ask = composing(() => stage.service)

beforeEach(() => confirmOwner(stage.service, stage.owner))

const mailOf = (topic: CampaignMailTopic, id: string) => ask.mail(topic, id, toOwner(stage.owner))
const statusOf = (topic: CampaignMailTopic, id: string) => ask.status(topic, id, toOwner(stage.owner))
const act = (id: string, verb: 'send-now' | 'send-to-missed' | 'skip') => actOnDispatch(stage.service, stage.owner, id, verb)

/** Creates a dispatch, and requests its recipients. */
async function requested() {
  stage.service.clock.now = new Date(NOON)
  const dispatch = await oneDispatch()
  await tickThen('09:00')
  return dispatch
}

/** Creates a dispatch whose spreadsheet cannot be read. */
async function waiting() {
  const dispatch = await requested()
  await stage.audiences.publishUnread(stage.service, dispatch.wanted)
  return dispatch
}

async function late() {
  const dispatch = await waiting()
  await tickThen('09:15')
  return dispatch
}

async function missed() {
  const dispatch = await waiting()
  await tickThen('17:00')
  return dispatch
}

/** Creates a dispatch without recipients. */
async function held() {
  const dispatch = await requested()
  await stage.audiences.publishRead(stage.service, dispatch.wanted, [])
  await tickThen('09:01')
  return dispatch
}

/** Creates a dispatch with three recipients. The email to the first of them was rejected. */
async function done() {
  const campaign = await createdCampaign(stage.service, stage.owner)
  const id = await begin(campaign)
  await settle(id, 'accepted')
  await settle(id, 'failed', { position: 1, code: 'mail-refused 554' })
  await finish(id)
  return { campaign, id }
}

describe('sending-late', () => {
  test('has the reason, and the time until which the spreadsheet is tried', async () => {
    const { campaign, id } = await late()
    const mail = await mailOf('sending-late', id)
    expect(mail.subject).toBe('Waiting for your spreadsheet: Pie week')
    expect(mail.text).toContain('We’ll try until Mon, Nov 23, 2026, 5:00 PM EST')
    expect(mail.text).toContain('Campaign: Pie week\nStep: Initial\nDate: Mon, Nov 23, 2026\nReason: HTTP error! status: 503\n')
    expect(mail.text).toContain(`https://portal.example/management?section=2&open=${campaign._id}\n`)
    expect(Object.keys(mail).sort()).toEqual(['html', 'subject', 'text'])
  })

  test('says that the spreadsheet was not read if crm-proxy does not respond', async () => {
    const { id } = await requested()
    for (const time of ['09:14', '09:15', '09:20']) await tickThen(time)
    expect((await mailOf('sending-late', id)).text).toContain('Reason: We couldn’t read your spreadsheet.\n')
  })

  test('is obsolete when the dispatch has its recipients', async () => {
    const { id, wanted, campaign } = await late()
    await stage.audiences.publishRead(stage.service, wanted, people(3))
    expect(await statusOf('sending-late', id)).toBe(410)
    await tickThen('09:16')
    expect([await states(campaign), await statusOf('sending-late', id)]).toEqual([['sending'], 410])
  })

  test('is obsolete when the campaign is paused, and after the dispatch was missed', async () => {
    const paused = await late()
    await changeState(stage.service, stage.owner, paused.campaign._id, 'pause')
    expect(await statusOf('sending-late', paused.id)).toBe(410)
    const over = await missed()
    expect(await statusOf('sending-late', over.id)).toBe(410)
  })

  test('is obsolete for a dispatch that waits after Send now', async () => {
    const { id, wanted } = await late()
    await tickThen('17:00')
    await act(id, 'send-now')
    await tickThen('17:01')
    await stage.audiences.publishUnread(stage.service, wanted)
    expect(await statusOf('sending-late', id)).toBe(410)
    await tickThen('17:20')
    expect(await statusOf('sending-late', id)).toBe(200)
  })
})

describe('sending-missed', () => {
  test('has the reason', async () => {
    const { id } = await missed()
    const mail = await mailOf('sending-missed', id)
    expect(mail.subject).toBe('Not sent: Pie week')
    expect(mail.text).toContain('Date: Mon, Nov 23, 2026\nReason: HTTP error! status: 503\n')
  })

  test('is obsolete before the dispatch is missed, after Send now, and when it was skipped', async () => {
    const { id } = await waiting()
    expect(await statusOf('sending-missed', id)).toBe(410)
    await tickThen('17:00')
    expect(await statusOf('sending-missed', id)).toBe(200)
    await act(id, 'send-now')
    expect(await statusOf('sending-missed', id)).toBe(410)
    const skipped = await missed()
    await act(skipped.id, 'skip')
    expect(await statusOf('sending-missed', skipped.id)).toBe(410)
  })
})

describe('sending-held', () => {
  test('has the reason', async () => {
    const { id } = await held()
    const mail = await mailOf('sending-held', id)
    expect(mail.subject).toBe('On hold: Pie week')
    expect(mail.text).toContain(
      '\nNobody in your spreadsheet gets this email at the moment. Check your spreadsheet, then choose Send now.\n',
    )
  })

  test('is obsolete after Send now, and when the dispatch was skipped', async () => {
    for (const verb of ['send-now', 'skip'] as const) {
      const { id } = await held()
      await act(id, verb)
      expect(await statusOf('sending-held', id)).toBe(410)
    }
  })
})

describe('sending-done', () => {
  test('has the numbers of recipients', async () => {
    const { id } = await done()
    const mail = await mailOf('sending-done', id)
    expect(mail.subject).toBe('Sent to 2 of 3: Pie week')
    expect(mail.text).toContain('Recipients: 3\nSent: 2\nNot delivered: 1\n')
  })

  test('has the current numbers while the failed emails are sent again, and the final numbers afterwards', async () => {
    const { campaign, id } = await done()
    await act(id, 'send-to-missed')
    expect(await states(campaign)).toEqual(['sending'])
    const mail = await mailOf('sending-done', id)
    expect(mail.subject).toBe('Sent to 2 of 3: Pie week')
    expect(mail.text).not.toContain('Not delivered')
    await settle(id, 'accepted', { position: 1 })
    await finish(id)
    expect((await mailOf('sending-done', id)).subject).toBe('Sent to 3 of 3: Pie week')
  })
})

const all = [
  ['sending-late', late],
  ['sending-missed', missed],
  ['sending-held', held],
  ['sending-done', done],
] as const

test.each(all)('%s goes only to the owner', async (topic, create) => {
  const other = await ownerWithCompany(stage.service.deps)
  await confirmOwner(stage.service, other)
  const { id } = await create()
  const recipients = [
    toOwner(other),
    toAdmin,
    { kind: 'admin' as const, id: stage.owner.id },
    { kind: 'colleague' as const, id: stage.owner.id },
  ]
  for (const recipient of recipients) expect(await ask.status(topic, id, recipient)).toBe(410)
  expect(await statusOf(topic, id)).toBe(200)
})

test.each(all)('%s contains text of the owner only after the email address is confirmed', async (topic, create) => {
  stage.owner = await ownerWithCompany(stage.service.deps)
  const { id } = await create()
  const neutral = await mailOf(topic, id)
  expect(neutral.subject).toMatch(/: your campaign$/)
  expect(neutral.text).toContain('Campaign: your campaign\n')
  expect(neutral.text.includes('You can see the reason in your portal.')).toBe(topic !== 'sending-done')
  expect(neutral.text + neutral.html).not.toMatch(/Pie week|Bakery|status: 503|Nobody in your spreadsheet/)
  await confirmOwner(stage.service, stage.owner)
  expect((await mailOf(topic, id)).subject).toMatch(/: Pie week$/)
})
