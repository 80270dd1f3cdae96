import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { CampaignChanged } from '@app/contracts/events/campaigns.ts'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { audienceRequests, people } from './audiences.ts'
import { actOnDispatch, change, changeState, createdCampaign, recurring, specialEvent, step } from './setup.ts'
import { firstDispatch, newYorkTime, setUpStage } from './stage.ts'

const { stage, reportsOf, tickThen, detail, states, wantedBy, begin, settle, finish } = setUpStage()

describe('a paused campaign', () => {
  test('pause stops all dispatches and notifies senders; resume on the same day continues them', async () => {
    const listener = new pg.Client({ connectionString: stage.service.url })
    await listener.connect()
    await listener.query('listen campaigns_stop')
    const payloads: unknown[] = []
    listener.on('notification', ({ payload }) => payloads.push(payload))
    const campaign = await createdCampaign(stage.service, stage.owner, recurring())
    const dispatchId = await begin(campaign)
    const paused = await changeState(stage.service, stage.owner, campaign._id, 'pause')
    expect([paused.statusCode, paused.json().message, paused.json().campaign.state]).toEqual([200, 'Campaign paused', 'paused'])
    expect(await states(campaign)).toEqual(['paused', 'paused', 'paused', 'paused'])
    expect((await detail(campaign)).nextSendAt).toBeNull()
    await expect.poll(() => payloads).toEqual([dispatchId])
    await listener.end()
    expect((await changeState(stage.service, stage.owner, campaign._id, 'pause')).statusCode).toBe(200)

    stage.service.clock.now = new Date(newYorkTime('18:00'))
    const resumed = await changeState(stage.service, stage.owner, campaign._id, 'resume')
    expect([resumed.json().message, resumed.json().campaign.state]).toEqual(['Campaign resumed', 'active'])
    expect(await states(campaign)).toEqual(['sending', 'scheduled', 'scheduled', 'scheduled'])
    await tickThen('09:00', '2026-11-30')
    expect((await states(campaign))[1]).toBe('gathering')
  })

  test('resume on a later day: dispatches of past days are missed and can be sent with Send now', async () => {
    const campaign = await createdCampaign(stage.service, stage.owner, recurring())
    const dispatchId = await begin(campaign)
    await changeState(stage.service, stage.owner, campaign._id, 'pause')
    stage.service.clock.now = new Date(newYorkTime('08:00', '2026-12-05'))
    await changeState(stage.service, stage.owner, campaign._id, 'resume')
    expect(await states(campaign)).toEqual(['missed', 'missed', 'scheduled', 'scheduled'])
    expect((await detail(campaign)).dispatches[1]).toMatchObject({
      code: 'stopped',
      reason: 'Sending was stopped until the end of the day.',
    })
    expect(await reportsOf(dispatchId, 'missed')).toEqual([])
    expect((await actOnDispatch(stage.service, stage.owner, dispatchId, 'send-now')).statusCode).toBe(200)
    expect((await states(campaign))[0]).toBe('sending')
  })

  test('pause while recipients are requested: resume requests them again', async () => {
    const campaign = await createdCampaign(stage.service, stage.owner)
    const { _id: dispatchId } = firstDispatch(campaign)
    await tickThen('09:00')
    await changeState(stage.service, stage.owner, campaign._id, 'pause')
    await stage.audiences.publishRead(stage.service, wantedBy(dispatchId), people(3))
    await tickThen('09:05')
    expect(await states(campaign)).toEqual(['paused'])
    await changeState(stage.service, stage.owner, campaign._id, 'resume')
    await tickThen('09:06')
    expect(await audienceRequests(stage.service, dispatchId)).toHaveLength(2)
    await stage.audiences.publishRead(stage.service, wantedBy(dispatchId), people(3))
    await tickThen('09:07')
    expect(await states(campaign)).toEqual(['sending'])
  })
})

test('a canceled campaign sends nothing more and rejects further actions', async () => {
  const campaign = await createdCampaign(stage.service, stage.owner, recurring())
  const dispatchId = await begin(campaign)
  const response = await changeState(stage.service, stage.owner, campaign._id, 'cancel')
  expect([response.json().message, response.json().campaign.state]).toEqual(['Campaign canceled', 'cancelled'])
  expect(new Set(await states(campaign))).toEqual(new Set(['cancelled']))
  await tickThen('09:00', '2026-11-30')
  expect(await audienceRequests(stage.service, campaign.dispatches[1]?._id ?? '')).toEqual([])
  expect((await changeState(stage.service, stage.owner, campaign._id, 'cancel')).statusCode).toBe(200)
  const { _id: stepId = '' } = campaign.steps[0] ?? {}
  for (const refused of [
    await changeState(stage.service, stage.owner, campaign._id, 'pause'),
    await changeState(stage.service, stage.owner, campaign._id, 'resume'),
    await actOnDispatch(stage.service, stage.owner, dispatchId, 'send-now'),
    await change(stage.service, stage.owner, campaign._id, stepId, { version: 1, subject: 'Other' }),
  ])
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'This campaign was canceled.'])
})

test('a paused campaign without open dispatches can be resumed; then it is done', async () => {
  const campaign = await createdCampaign(stage.service, stage.owner)
  await changeState(stage.service, stage.owner, campaign._id, 'pause')
  await actOnDispatch(stage.service, stage.owner, firstDispatch(campaign)._id, 'skip')
  expect((await detail(campaign)).state).toBe('paused')
  expect((await changeState(stage.service, stage.owner, campaign._id, 'resume')).json().campaign.state).toBe('done')
})

test('a finished campaign cannot be paused, resumed or canceled', async () => {
  const campaign = await createdCampaign(stage.service, stage.owner)
  const dispatchId = await begin(campaign)
  await settle(dispatchId, 'accepted')
  await finish(dispatchId)
  for (const verb of ['pause', 'resume', 'cancel'] as const) {
    const response = await changeState(stage.service, stage.owner, campaign._id, verb)
    expect([response.statusCode, response.json().message]).toEqual([409, 'This campaign has no emails left to send.'])
  }
})

test('concurrent pause and step changes run one after the other', async () => {
  const campaign = await createdCampaign(stage.service, stage.owner)
  const { _id: stepId = '' } = campaign.steps[0] ?? {}
  const responses = await Promise.all([
    changeState(stage.service, stage.owner, campaign._id, 'pause'),
    change(stage.service, stage.owner, campaign._id, stepId, { version: 1, subject: 'A', date: '2026-12-24' }),
    change(stage.service, stage.owner, campaign._id, stepId, { version: 1, subject: 'B', date: '2026-12-25' }),
    tickThen('09:00'),
  ])
  expect(responses.flatMap((response) => response?.statusCode ?? []).sort()).toEqual([200, 200, 409])
  const { state, steps, dispatches } = await detail(campaign)
  expect([state, dispatches[0]?.state, steps[0]?.version, steps[0]?.date]).toEqual(['paused', 'paused', 2, dispatches[0]?.date])
  const events = (await outboxOf(stage.service.db as never, CampaignChanged)).filter(({ subject }) => subject === campaign._id)
  const versions = events.map(({ aggregateversion }) => aggregateversion)
  expect(new Set(versions).size).toBe(versions.length)
})

test('concurrent pauses and a cancel all get a response, and the campaign ends as cancelled', async () => {
  const campaign = await createdCampaign(stage.service, stage.owner, specialEvent([step(), step({ type: 'Final', date: '2026-12-24' })]))
  await begin(campaign)
  const verbs = ['pause', 'pause', 'cancel'] as const
  const responses = await Promise.all(verbs.map((verb) => changeState(stage.service, stage.owner, campaign._id, verb)))
  expect(responses.at(-1)?.statusCode).toBe(200)
  for (const response of responses.slice(0, -1)) expect(response.json().message).toMatch(/^(Campaign paused|This campaign was canceled\.)$/)
  expect([(await detail(campaign)).state, await states(campaign)]).toEqual(['cancelled', ['cancelled', 'cancelled']])
})

describe('a dispatch', () => {
  test('that was missed is sent with Send now, with recipients read again', async () => {
    const campaign = await createdCampaign(stage.service, stage.owner)
    const { _id: dispatchId } = firstDispatch(campaign)
    await tickThen('18:00')
    stage.service.clock.now = new Date(newYorkTime('10:00', '2026-12-01'))
    const response = await actOnDispatch(stage.service, stage.owner, dispatchId, 'send-now')
    expect([response.statusCode, response.json().message]).toEqual([200, 'We’re sending this email now'])
    await tickThen('10:00', '2026-12-01')
    await stage.audiences.publishRead(stage.service, wantedBy(dispatchId), people(2))
    await tickThen('10:01', '2026-12-01')
    expect((await detail(campaign)).dispatches[0]).toMatchObject({
      state: 'sending',
      audience: 2,
      sendsAt: '2026-12-01T15:00:00Z',
      reason: null,
    })
    expect((await actOnDispatch(stage.service, stage.owner, dispatchId, 'send-now')).statusCode).toBe(409)
  })

  test('that is on hold without recipients reads them again after Send now', async () => {
    const campaign = await createdCampaign(stage.service, stage.owner)
    const { _id: dispatchId } = firstDispatch(campaign)
    await tickThen('09:00')
    await stage.audiences.publishRead(stage.service, wantedBy(dispatchId), [])
    await tickThen('09:01')
    expect(await states(campaign)).toEqual(['held'])
    await actOnDispatch(stage.service, stage.owner, dispatchId, 'send-now')
    await tickThen('09:30')
    await stage.audiences.publishRead(stage.service, wantedBy(dispatchId), people(2), new Date(0))
    await tickThen('09:31')
    expect(await states(campaign)).toEqual(['gathering'])
    const [before, after] = await audienceRequests(stage.service, dispatchId)
    expect(Date.parse(after?.notBefore ?? '')).toBeGreaterThan(Date.parse(before?.notBefore ?? ''))
  })

  test('of a company without a postal address is on hold until the address is added', async () => {
    const { deps } = stage.service
    const { mail } = deps
    const campaign = await createdCampaign(stage.service, stage.owner)
    deps.mail = { ...mail, settings: { ...mail.settings, postalAddress: '' } }
    await tickThen('09:00')
    expect((await detail(campaign)).dispatches[0]).toMatchObject({ state: 'held', code: 'no-postal-address' })
    expect(await audienceRequests(stage.service, firstDispatch(campaign)._id)).toEqual([])
    deps.mail = mail
    await actOnDispatch(stage.service, stage.owner, firstDispatch(campaign)._id, 'send-now')
    await tickThen('09:01')
    expect(await states(campaign)).toEqual(['gathering'])
  })

  test('that is done can be sent again to failed recipients only', async () => {
    const campaign = await createdCampaign(stage.service, stage.owner)
    const dispatchId = await begin(campaign)
    await settle(dispatchId, 'failed', { position: 1, code: 'mail-refused 554' })
    await settle(dispatchId, 'failed', { position: 2, code: 'address-refused 550 5.1.1' })
    expect((await actOnDispatch(stage.service, stage.owner, dispatchId, 'send-to-missed')).statusCode).toBe(409)
    await settle(dispatchId, 'accepted', { position: 3 })
    await finish(dispatchId)
    const response = await actOnDispatch(stage.service, stage.owner, dispatchId, 'send-to-missed')
    expect([response.statusCode, response.json().message]).toEqual([200, 'We’re sending this email to one person again'])
    const [again] = (await detail(campaign)).dispatches
    expect(again).toMatchObject({ state: 'sending', counts: { queued: 1, failed: 1, accepted: 1 }, finishedAt: null })
    await settle(dispatchId, 'accepted', { position: 1 })
    await finish(dispatchId)
    const nobody = await actOnDispatch(stage.service, stage.owner, dispatchId, 'send-to-missed')
    expect([nobody.statusCode, nobody.json().message]).toEqual([409, 'There are no failed emails to send again.'])
  })

  test('can be skipped, and the campaign continues', async () => {
    const campaign = await createdCampaign(stage.service, stage.owner, recurring())
    const { _id: dispatchId } = firstDispatch(campaign)
    expect((await actOnDispatch(stage.service, stage.owner, dispatchId, 'skip')).json().message).toBe('Email skipped')
    await tickThen('09:00')
    expect(await audienceRequests(stage.service, dispatchId)).toEqual([])
    expect(await states(campaign)).toEqual(['cancelled', 'scheduled', 'scheduled', 'scheduled'])
    expect((await actOnDispatch(stage.service, stage.owner, dispatchId, 'skip')).statusCode).toBe(409)
  })

  test('of a paused campaign cannot be sent', async () => {
    const campaign = await createdCampaign(stage.service, stage.owner, specialEvent([step(), step({ type: 'Final', date: '2026-12-24' })]))
    await tickThen('18:00')
    await changeState(stage.service, stage.owner, campaign._id, 'pause')
    const response = await actOnDispatch(stage.service, stage.owner, firstDispatch(campaign)._id, 'send-now')
    expect([response.statusCode, response.json().message]).toEqual([409, 'This campaign is paused. Please resume it first.'])
  })
})
