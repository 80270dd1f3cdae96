import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import { STEP_DATE_TOO_EARLY } from '@app/contracts/rules/campaigns.ts'
import { describe, expect, test } from 'vitest'
import { people } from './audiences.ts'
import { change, createdCampaign, recurring, TODAY } from './setup.ts'
import { firstDispatch, setUpStage } from './stage.ts'

const { stage, tickThen, detail, states, wantedBy, begin } = setUpStage()

describe('a step', () => {
  const stepOf = ({ steps: [one] }: CampaignDetail) => one as CampaignDetail['steps'][number]

  test('can change its text and date, which moves its dispatch', async () => {
    const campaign = await createdCampaign(stage.service, stage.owner)
    const payload = { version: 1, date: '2026-12-24', subject: ' Last pies ', body: 'Come today.' }
    const response = await change(stage.service, stage.owner, campaign._id, stepOf(campaign)._id, payload)
    expect([response.statusCode, response.json().message]).toEqual([200, 'Step changed'])
    expect(response.json().campaign.steps[0]).toMatchObject({ date: '2026-12-24', subject: 'Last pies', body: 'Come today.', version: 2 })
    expect(response.json().campaign.dispatches[0]).toMatchObject({
      date: '2026-12-24',
      sendsAt: '2026-12-24T14:00:00Z',
      state: 'scheduled',
    })
    await tickThen('09:00')
    expect(await states(campaign)).toEqual(['scheduled'])
    await tickThen('09:00', '2026-12-24')
    expect(await states(campaign)).toEqual(['gathering'])
  })

  test.each<[string, Parameters<typeof change>[4], number, string]>([
    [
      'another version',
      { version: 7, subject: 'Other' },
      409,
      'This step was changed in the meantime. Please reload the page and try again.',
    ],
    ['no subject', { version: 1, subject: ' ' }, 422, 'Step 1 incomplete.'],
    ['no body', { version: 1, body: '' }, 422, 'Step 1 incomplete.'],
    ['today', { version: 1, date: TODAY }, 422, STEP_DATE_TOO_EARLY],
    [
      'a field without fallback',
      { version: 1, body: '{{First Name}}' },
      422,
      '{{First Name}} needs a fallback for empty cells, for example {{First Name|there}}.',
    ],
  ])('%s is rejected', async (_what, payload, status, message) => {
    const campaign = await createdCampaign(stage.service, stage.owner)
    const response = await change(stage.service, stage.owner, campaign._id, stepOf(campaign)._id, payload)
    expect([response.statusCode, response.json().message]).toEqual([status, message])
    expect(await detail(campaign)).toEqual(campaign)
  })

  test('of a recurring campaign has no date; changed text applies to future dispatches', async () => {
    const campaign = await createdCampaign(stage.service, stage.owner, recurring())
    const dispatchId = await begin(campaign)
    expect(
      (await change(stage.service, stage.owner, campaign._id, stepOf(campaign)._id, { version: 1, date: '2026-12-24' })).json().errors[0]
        .field,
    ).toBe('date')
    const mailOf = async (id: string) =>
      (await stage.service.db.selectFrom('dispatch').select('mail').where('id', '=', id).executeTakeFirstOrThrow()).mail
    const before = JSON.stringify(await mailOf(dispatchId))
    expect(
      (await change(stage.service, stage.owner, campaign._id, stepOf(campaign)._id, { version: 1, subject: 'New bread' })).statusCode,
    ).toBe(200)
    expect(JSON.stringify(await mailOf(dispatchId))).toBe(before)
    await tickThen('09:00', '2026-11-30')
    expect(JSON.stringify(await mailOf(campaign.dispatches[1]?._id ?? ''))).toContain('New bread')
  })

  test('that was sent cannot change; a step whose recipients are being read is sent with the new text', async () => {
    const campaign = await createdCampaign(stage.service, stage.owner)
    const { _id: dispatchId } = firstDispatch(campaign)
    await tickThen('09:00')
    expect(
      (await change(stage.service, stage.owner, campaign._id, stepOf(campaign)._id, { version: 1, subject: 'Better pies' })).statusCode,
    ).toBe(200)
    await stage.audiences.publishRead(stage.service, wantedBy(dispatchId), people(1))
    await tickThen('09:01')
    const { mail } = await stage.service.db.selectFrom('dispatch').select('mail').where('id', '=', dispatchId).executeTakeFirstOrThrow()
    expect([(await states(campaign))[0], JSON.stringify(mail)]).toEqual(['sending', expect.stringContaining('Better pies')])
    const response = await change(stage.service, stage.owner, campaign._id, stepOf(campaign)._id, { version: 2, subject: 'Best pies' })
    expect([response.statusCode, response.json().message]).toEqual([409, 'This step has already been sent.'])
  })

  test('changed while recipients are fetched is sent with the new text', async () => {
    const campaign = await createdCampaign(stage.service, stage.owner)
    const { _id: dispatchId } = firstDispatch(campaign)
    await tickThen('09:00')
    await stage.audiences.publishRead(stage.service, wantedBy(dispatchId), people(3))
    let isChanged = false
    stage.audiences.duringPages(async () => {
      if (isChanged) return
      isChanged = true
      await change(stage.service, stage.owner, campaign._id, stepOf(campaign)._id, { version: 1, subject: 'Warm pies' })
    })
    await tickThen('09:01')
    const { mail, pulled } = await stage.service.db
      .selectFrom('dispatch')
      .select(['mail', 'pulled'])
      .where('id', '=', dispatchId)
      .executeTakeFirstOrThrow()
    expect([(await states(campaign))[0], pulled, JSON.stringify(mail)]).toEqual(['sending', 3, expect.stringContaining('Warm pies')])
  })

  test('whose day was missed can be moved to another date', async () => {
    const campaign = await createdCampaign(stage.service, stage.owner)
    await tickThen('18:00')
    expect(await states(campaign)).toEqual(['missed'])
    await change(stage.service, stage.owner, campaign._id, stepOf(campaign)._id, { version: 1, date: '2026-12-24' })
    expect((await detail(campaign)).dispatches[0]).toMatchObject({ state: 'scheduled', reason: null, date: '2026-12-24' })
  })
})
