import { ownerWithCompany, profile } from '@app/chassis/testing/companies.ts'
import { startCompanyService } from '@app/chassis/testing/company-service.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tickAt } from './audiences.ts'
import {
  actOnDispatch,
  admin,
  campaignRequest,
  change,
  changeState,
  create,
  createdCampaign,
  list,
  NOON,
  type Owner,
  recurring,
  type Service,
  setUp,
  specialEvent,
  step,
  storedKeys,
} from './setup.ts'
import { firstDispatch, newYorkTime } from './stage.ts'

const NO_ADDRESS = 'Marketing emails must show a postal address. Add your street and city in Company Profile.'
const TOO_LONG = 'This email is too long: email apps would cut it off. Please shorten the text, long links in particular.'
const IMAGE_GONE = 'The picture of this step is no longer there. Choose it again.'
const ADDRESS = { address1: '12 Elm Street', city: 'Columbia', state: 'SC', zip: '29201' }
const links = 'https://a.b/ '.repeat(1_500)

let service: Service
let company: Awaited<ReturnType<typeof startCompanyService>>
let owner: Owner
beforeAll(async () => {
  company = await startCompanyService()
  service = await setUp({ companyUrl: company.url })
  const { mail } = service.deps
  service.deps.mail = { ...mail, settings: { ...mail.settings, postalAddress: '' } }
})
afterAll(async () => {
  company.stop()
  await service.stop()
})
beforeEach(async () => {
  service.clock.now = new Date(NOON)
  owner = await ownerWithCompany(service.deps, ADDRESS)
  company.answers(200, profile({ _id: owner.company._id }))
})

interface Answer {
  statusCode: number
  json(): { message: string; errors?: { field: string; message: string }[] }
}

const refusalOf = (response: Answer) => [response.statusCode, response.json().message, response.json().errors]

const setProfile = (fields: object) =>
  service.db
    .updateTable('company')
    .set({ profile: JSON.stringify({ ...owner.company, ...fields }) })
    .where('id', '=', owner.company._id)
    .execute()
const dropAddress = () => setProfile({ address1: '', city: '' })

describe('submitting', () => {
  test.each([
    ['no street', {}, 'companyProfile.address1'],
    ['no city', { address1: '12 Elm Street' }, 'companyProfile.city'],
  ])('without a postal address (%s) is rejected, and nothing is stored', async (_what, fields, field) => {
    owner = await ownerWithCompany(service.deps, fields)
    company.answers(200, owner.company)
    const before = await storedKeys(service)
    const image = { stepAttachment_0: new File([png()], 'a.png') }
    const response = await create(service, owner, specialEvent([step(), step({ type: 'Final' })]), image)
    expect(refusalOf(response)).toEqual([422, NO_ADDRESS, [{ field, message: NO_ADDRESS }]])
    expect((await list(service, owner, owner.company._id)).json()).toEqual([])
    expect(await storedKeys(service)).toEqual(before)
  })

  test('again with the same key succeeds after the address was added', async () => {
    owner = await ownerWithCompany(service.deps)
    company.answers(200, owner.company)
    const request = await campaignRequest(owner)
    const keyed = { ...request, headers: { ...request.headers, 'idempotency-key': crypto.randomUUID() } }
    expect((await service.app.inject(keyed)).statusCode).toBe(422)
    await setProfile(ADDRESS)
    expect((await service.app.inject(keyed)).statusCode).toBe(201)
    expect((await service.app.inject(keyed)).headers['idempotency-replayed']).toBe('true')
    expect((await list(service, owner, owner.company._id)).json()).toHaveLength(1)
  })

  test('reads a new address from the company service, if its event has not arrived', async () => {
    owner = await ownerWithCompany(service.deps)
    const requested = company.answers(200, { ...owner.company, ...ADDRESS, version: 2 })
    expect((await create(service, owner)).statusCode).toBe(201)
    expect((await create(service, owner)).statusCode).toBe(201)
    expect(requested).toEqual([owner.headers.authorization])
  })

  test('succeeds if the settings have a postal address', async () => {
    owner = await ownerWithCompany(service.deps)
    const { mail } = service.deps
    service.deps.mail = { ...mail, settings: { ...mail.settings, postalAddress: '1 Main Street, Columbia, SC 29201' } }
    const response = await create(service, owner)
    service.deps.mail = mail
    expect(response.statusCode).toBe(201)
  })

  test('reports errors for each step, and errors of the company once', async () => {
    owner = await ownerWithCompany(service.deps)
    company.answers(200, owner.company)
    const steps = [step({ body: links }), step({ type: 'Final' }), step({ type: 'Closing', body: links })]
    const response = await create(service, owner, specialEvent(steps))
    expect(refusalOf(response)).toEqual([
      422,
      NO_ADDRESS,
      [
        { field: 'companyProfile.address1', message: NO_ADDRESS },
        { field: 'steps.0.body', message: TOO_LONG },
        { field: 'steps.2.body', message: TOO_LONG },
      ],
    ])
  })

  test('ignores errors that may change before the email is sent', async () => {
    const { mail } = service.deps
    service.deps.mail = { ...mail, findDeadLinks: async (all) => [...all], findMissingRecords: async () => ['SPF'] }
    const response = await create(service, owner, specialEvent([step({ body: 'https://gone.example/' })]))
    service.deps.mail = mail
    expect(response.statusCode).toBe(201)
  })
})

describe('after submitting', () => {
  const stepOf = (campaign: { steps: { _id: string }[] }) => campaign.steps[0]?._id ?? ''

  test('a change of a step is rejected with the field name of the form', async () => {
    const campaign = await createdCampaign(service, owner)
    const long = await change(service, owner, campaign._id, stepOf(campaign), { version: 1, body: links })
    expect(refusalOf(long)).toEqual([422, TOO_LONG, [{ field: 'body', message: TOO_LONG }]])
    await dropAddress()
    const before = await storedKeys(service)
    const attachment = new File([png()], 'a.png')
    const response = await change(service, owner, campaign._id, stepOf(campaign), { version: 1, subject: 'Other pies', attachment })
    expect(refusalOf(response)).toEqual([422, NO_ADDRESS, [{ field: 'companyProfile.address1', message: NO_ADDRESS }]])
    expect(await storedKeys(service)).toEqual(before)
    await setProfile(ADDRESS)
    expect((await change(service, owner, campaign._id, stepOf(campaign), { version: 1, subject: 'Other pies' })).statusCode).toBe(200)
  })

  test('an image that the store no longer has is reported; a new image or none is accepted', async () => {
    const campaign = await createdCampaign(service, owner, specialEvent(), { stepAttachment_0: new File([png()], 'a.png') })
    await service.store.remove(await storedKeys(service))
    const response = await change(service, owner, campaign._id, stepOf(campaign), { version: 1, subject: 'Other pies' })
    expect(refusalOf(response)).toEqual([422, IMAGE_GONE, [{ field: 'attachment', message: IMAGE_GONE }]])
    expect((await change(service, owner, campaign._id, stepOf(campaign), { version: 1, attachment: '' })).statusCode).toBe(200)
  })

  test('resuming is rejected if an email would be put on hold; pausing and cancelling are not', async () => {
    const campaign = await createdCampaign(service, owner, recurring())
    await dropAddress()
    expect((await changeState(service, owner, campaign._id, 'pause')).statusCode).toBe(200)
    expect(refusalOf(await changeState(service, owner, campaign._id, 'resume'))).toEqual([
      422,
      NO_ADDRESS,
      [{ field: 'companyProfile.address1', message: NO_ADDRESS }],
    ])
    expect((await changeState(service, owner, campaign._id, 'cancel')).statusCode).toBe(200)
  })

  test('an email that became unsendable is put on hold, and Send now returns the reason until it is fixed', async () => {
    const campaign = await createdCampaign(service, owner)
    const { _id: id } = firstDispatch(campaign)
    await dropAddress()
    await tickAt(service, 'http://127.0.0.1:1', newYorkTime('09:00'))
    const held = await service.db.selectFrom('dispatch').select(['state', 'code', 'reason']).where('id', '=', id).executeTakeFirst()
    expect(held).toEqual({ state: 'held', code: 'no-postal-address', reason: NO_ADDRESS })
    expect(refusalOf(await actOnDispatch(service, owner, id, 'send-now'))).toEqual([
      422,
      NO_ADDRESS,
      [{ field: 'companyProfile.address1', message: NO_ADDRESS }],
    ])
    const stranger = await ownerWithCompany(service.deps, ADDRESS)
    expect((await actOnDispatch(service, stranger, id, 'send-now')).statusCode).toBe(404)
    await setProfile(ADDRESS)
    expect((await actOnDispatch(service, owner, id, 'send-now')).json().message).toBe('We’re sending this email now')
  })

  test('an image that the store no longer has puts the dispatch on hold immediately, with a message', async () => {
    const campaign = await createdCampaign(service, owner, specialEvent(), { stepAttachment_0: new File([png()], 'a.png') })
    await service.store.remove(await storedKeys(service))
    await tickAt(service, 'http://127.0.0.1:1', newYorkTime('09:00'))
    const held = await service.db
      .selectFrom('dispatch')
      .select(['state', 'code', 'reason'])
      .where('id', '=', firstDispatch(campaign)._id)
      .executeTakeFirst()
    expect(held).toEqual({ state: 'held', code: 'attachment', reason: IMAGE_GONE })
  })

  test('Send now does not promise to send while sending is suspended', async () => {
    const campaign = await createdCampaign(service, owner)
    const { _id: id } = firstDispatch(campaign)
    await tickAt(service, 'http://127.0.0.1:1', newYorkTime('18:00'))
    const payload = { scope: 'company', id: owner.company._id, reason: 'Too many complaints.' }
    await service.app.inject({ method: 'PUT', url: '/admin/campaign-suspension', payload, headers: admin.headers })
    const response = await actOnDispatch(service, owner, id, 'send-now')
    expect([response.statusCode, response.json().message]).toEqual([200, 'We’ll send this email as soon as our team allows sending again'])
  })
})
