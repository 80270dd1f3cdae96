import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { disguisedHtml, jpeg, png } from '@app/chassis/testing/pictures.ts'
import { TEST_ORIGIN } from '@app/chassis/testing/store.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CompanyService, createCompany, FIELDS } from './setup.ts'

const PHOTO_REFUSED = 'Only JPEG and PNG images are allowed.'
const REQUIRED = 'Please fill in all required fields'

let company: CompanyService
beforeAll(async () => {
  company = await createCompany()
})
afterAll(() => company.close())

const read = (owner: ReturnType<typeof person>) => company.app.inject({ url: '/company/get-company-profile', headers: owner.headers })

const eventsOf = async (ownerId: string) =>
  (await outboxOf(company.db as never, CompanyProfileSaved)).filter((event) => event.data.ownerId === ownerId)

const rowsOf = (ownerId: string) => company.db.selectFrom('companies').selectAll().where('owner_id', '=', ownerId).execute()

const sizeAt = async (address: string): Promise<number | undefined> => company.store.sizeOf(company.store.keyOf(address) ?? '')

it('every route rejects callers that are not allowed', async () => {
  expect(await findAccessViolations(company.app, 'company')).toEqual([])
})

describe('a new profile', () => {
  it('is returned and published in an event, and its files are stored', async () => {
    const owner = person('owner')
    expect((await read(owner)).json()).toMatchObject({ status: 404, message: 'Company profile not found' })
    const reply = await company.save(owner, { ...FIELDS, companyName: '  Palm Bakery ' }, { logo: png(), brandRelateImage3: jpeg() })
    expect(reply.statusCode).toBe(200)
    const { companyProfile, message } = reply.json()
    expect(message).toBe('Company profile created successfully!')
    expect(companyProfile).toMatchObject({ ...FIELDS, dba: '', color1: '#ffffff', brandRelateImage1: null, gsapi: '' })
    expect(companyProfile.logo).toMatch(/^\/files\/public\/company\/[0-9a-f-]{36}\.png$/)
    expect(companyProfile.brandRelateImage3).toMatch(/\.jpg$/)
    expect(await sizeAt(companyProfile.logo)).toBeGreaterThan(0)
    expect((await read(owner)).json()).toEqual(companyProfile)
    const { accountManager, ...profile } = companyProfile
    expect(accountManager).toBeNull()
    expect(await eventsOf(owner.id)).toMatchObject([
      { subject: profile._id, aggregateversion: 1, data: { ownerId: owner.id, change: 'created', profile } },
    ])
  })

  it('has a time zone, which the event contains, and rejects unknown time zones', async () => {
    const owner = person('owner')
    const created = await company.save(owner, FIELDS, { logo: png() })
    expect(created.json().companyProfile.timeZone).toBe('America/New_York')
    for (const timeZone of ['Mars/Olympus', 'America/New York', '../etc/passwd', "UTC'; --"]) {
      const refused = await company.save(owner, { timeZone })
      expect([refused.statusCode, refused.json().errors]).toEqual([
        422,
        [{ field: 'timeZone', message: 'Choose a time zone from the list' }],
      ])
    }
    expect((await company.save(owner, { timeZone: 'x'.repeat(65) })).statusCode).toBeGreaterThanOrEqual(400)
    await company.save(owner, { timeZone: 'America/Chicago' })
    // A missing field keeps its value.
    await company.save(owner, { city: 'Beaufort' })
    expect((await read(owner)).json().timeZone).toBe('America/Chicago')
    expect((await eventsOf(owner.id)).map(({ data }) => data.profile.timeZone)).toEqual([
      'America/New_York',
      'America/Chicago',
      'America/Chicago',
    ])
  })

  it('is one row with all changes of several concurrent saves', { tags: 'nightly' }, async () => {
    const owner = person('owner')
    const changes = ['city', 'state', 'country', 'website', 'zip']
    const replies = await Promise.all(changes.map((field) => company.save(owner, { ...FIELDS, [field]: `my ${field}` }, { logo: png() })))
    expect(replies.map((reply) => reply.statusCode)).toEqual(changes.map(() => 200))
    expect(replies.filter((reply) => reply.json().message.includes('created'))).toHaveLength(1)
    expect(await rowsOf(owner.id)).toHaveLength(1)
    const profile = (await read(owner)).json()
    for (const field of changes) expect(profile[field]).toBe(`my ${field}`)
    const events = await eventsOf(owner.id)
    expect(events.map((event) => event.aggregateversion).sort()).toEqual([1, 2, 3, 4, 5])
    expect(events.filter((event) => event.data.change === 'created')).toHaveLength(1)
    const stored = await company.keys('public/company/')
    const shown = new Set(replies.map((reply) => company.store.keyOf(reply.json().companyProfile.logo)))
    expect(stored.filter((key) => shown.has(key))).toEqual([company.store.keyOf(profile.logo)])
  })
})

describe('a rejected save', () => {
  const refusals: [string, Record<string, string>, Record<string, Uint8Array<ArrayBuffer>>, number, object][] = [
    ['no logo', FIELDS, {}, 422, { message: REQUIRED, errors: [{ field: 'logo', message: 'Company logo is required' }] }],
    [
      'an empty name',
      { ...FIELDS, companyName: ' ' },
      { logo: png() },
      422,
      { message: REQUIRED, errors: [{ field: 'companyName', message: 'Company name is required' }] },
    ],
    [
      'an empty form',
      {},
      {},
      422,
      { message: REQUIRED, errors: ['companyName', 'industry', 'email', 'phone', 'logo'].map((field) => ({ field })) },
    ],
    ['a long phone number', { ...FIELDS, phone: '1'.repeat(14) }, { logo: png() }, 422, { errors: [{ field: 'phone' }] }],
    [
      'a phone number with its extension',
      { ...FIELDS, phone: '+1 (803) 555-0199 ext 4' },
      { logo: png() },
      422,
      { errors: [{ field: 'phone' }] },
    ],
    ['a far too long phone number', { ...FIELDS, phone: '1'.repeat(5_000) }, { logo: png() }, 400, { errors: [{ field: 'phone' }] }],
    ['an invalid email address', { ...FIELDS, email: 'palm' }, { logo: png() }, 422, { message: 'Please enter a valid email address' }],
    ['an HTML page named as a picture', FIELDS, { logo: disguisedHtml() }, 415, { message: PHOTO_REFUSED }],
    ['an HTML page as the second picture', FIELDS, { logo: png(), brandRelateImage1: disguisedHtml() }, 415, { message: PHOTO_REFUSED }],
    ['a picture over 10 MB', FIELDS, { logo: png({ padding: 10 * MEGABYTE }) }, 413, { errors: [{ field: 'logo' }] }],
    [
      'an image URL of another site',
      { ...FIELDS, brandRelateImage1: 'https://evil.example/a.png' },
      { logo: png() },
      422,
      { errors: [{ field: 'brandRelateImage1' }] },
    ],
    ['a logo URL of another site', { ...FIELDS, logoUrl: 'https://evil.example/a.png' }, {}, 422, { errors: [{ field: 'logoUrl' }] }],
    [
      'an unknown field',
      { ...FIELDS, nonsense: '1' },
      { logo: png() },
      400,
      { errors: [{ field: 'nonsense', message: 'is not a known field' }] },
    ],
    ['an invalid colour', { ...FIELDS, color1: 'red' }, { logo: png() }, 400, { errors: [{ field: 'color1' }] }],
    ['text that cannot be stored', { ...FIELDS, city: 'a\u0000b' }, { logo: png() }, 400, { code: 'malformed' }],
  ]

  it.each(refusals)('because of %s leaves no row, no event and no file', async (_what, fields, files, status, problem) => {
    const owner = person('owner')
    const before = await company.keys('')
    const reply = await company.save(owner, fields, files)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject(problem)
    expect(await rowsOf(owner.id)).toEqual([])
    expect(await eventsOf(owner.id)).toEqual([])
    expect(await company.keys('')).toEqual(before)
  })

  it('does not change an existing profile', async () => {
    const owner = person('owner')
    const profile = await company.create(owner)
    const before = await company.keys('')
    const reply = await company.save(owner, { city: 'Columbia', phone: '' }, { logo: png(), brandRelateImage1: png() })
    expect(reply.json()).toMatchObject({
      status: 422,
      message: REQUIRED,
      errors: [{ field: 'phone', message: 'Phone number is required' }],
    })
    expect((await read(owner)).json()).toEqual(profile)
    expect(await company.keys('')).toEqual(before)
    expect(await eventsOf(owner.id)).toHaveLength(1)
  })

  it('is the result if the form refers to another company', async () => {
    const other = await company.create(person('owner'))
    const owner = person('owner')
    const before = await company.keys('')
    expect((await company.save(owner, { ...FIELDS, _id: other._id ?? '' }, { logo: png() })).statusCode).toBe(404)
    expect((await company.save(owner, { ...FIELDS, logo: other.logo ?? '' })).statusCode).toBe(422)
    expect(await company.keys('')).toEqual(before)
  })
})

describe('a change of a profile', () => {
  it('may contain the complete profile, and ignores fields that the owner cannot set', async () => {
    const owner = person('owner')
    const profile = await company.create(owner)
    const given = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== null))
    const sent = { ...given, city: 'Columbia', gsapi: 'https://evil.example', createdAt: '2001-01-01', updatedAt: '2001-01-01' }
    const reply = await company.save(owner, sent)
    const { companyProfile } = reply.json()
    expect(companyProfile).toEqual({ ...profile, city: 'Columbia', version: 2, updatedAt: companyProfile.updatedAt })
    expect(Date.parse(companyProfile.updatedAt)).toBeGreaterThanOrEqual(Date.parse(profile.createdAt ?? ''))
  })

  it('keeps absent texts and images, replaces given ones, and deletes images that are no longer used', async () => {
    const owner = person('owner')
    const first = (
      await company.save(
        owner,
        { ...FIELDS, dba: 'Palm', color2: '#102030' },
        { logo: png(), brandRelateImage1: png(), brandRelateImage2: png() },
      )
    ).json().companyProfile
    const reply = await company.save(
      owner,
      {
        _id: first._id,
        city: 'Columbia',
        dba: '',
        color2: '',
        brandRelateImage1: first.brandRelateImage1,
        brandRelateImage2: '',
        logo: '',
      },
      { brandRelateImage6: jpeg() },
    )
    const { companyProfile: second, message } = reply.json()
    expect(message).toBe('Company profile updated successfully!')
    expect(second).toMatchObject({
      ...FIELDS,
      city: 'Columbia',
      dba: '',
      color2: '#ffffff',
      logo: first.logo,
      brandRelateImage1: first.brandRelateImage1,
      brandRelateImage2: null,
      createdAt: first.createdAt,
    })
    expect(await sizeAt(first.brandRelateImage1)).toBeDefined()
    expect(await sizeAt(first.brandRelateImage2)).toBeUndefined()

    const third = (await company.save(owner, { logo: first.logo }, { logo: png() })).json().companyProfile
    expect(third.logo).not.toBe(first.logo)
    expect(await sizeAt(first.logo)).toBeUndefined()
    expect(await sizeAt(third.logo)).toBeDefined()
    expect((await eventsOf(owner.id)).map((event) => [event.aggregateversion, event.data.change])).toEqual([
      [1, 'created'],
      [2, 'changed'],
      [3, 'changed'],
    ])
  })

  it('accepts only the current URL of the same field', async () => {
    const owner = person('owner')
    const { brandRelateImage1, logo } = (await company.save(owner, FIELDS, { logo: png(), brandRelateImage1: png() })).json().companyProfile
    expect((await company.save(owner, { brandRelateImage2: brandRelateImage1 })).statusCode).toBe(422)
    expect((await company.save(owner, { brandRelateImage1: logo })).statusCode).toBe(422)
    expect((await company.save(owner, { brandRelateImage1: `${company.store.publicUrl('')}%zz` })).statusCode).toBe(422)
    expect((await company.save(owner, { logoUrl: logo, brandRelateImage1 })).statusCode).toBe(200)
  })

  it.each([
    ['of the setting PUBLIC_URL', TEST_ORIGIN, 200],
    ['at which the client reaches the product', 'http://192.168.7.20:8080', 200],
    ['of another site', 'http://evil.example', 422],
    ['of another site, whose name begins with the own host', `${TEST_ORIGIN}.evil.example`, 422],
    ['of another site, with the own host as a user name', `${TEST_ORIGIN}@evil.example`, 422],
  ])('accepts or rejects a URL with the origin %s: %s', async (_whose, origin, status) => {
    const owner = person('owner')
    const { logo, brandRelateImage1 } = (await company.save(owner, FIELDS, { logo: png(), brandRelateImage1: png() })).json().companyProfile
    const fields = { logoUrl: origin + logo, brandRelateImage1: origin + brandRelateImage1 }
    const reply = await company.save(owner, fields, {}, { 'x-forwarded-host': '192.168.7.20:8080' })
    expect(reply.statusCode).toBe(status)
    expect((await read(owner)).json()).toMatchObject({ logo, brandRelateImage1 })
  })
})

describe("a company's spreadsheet URL", () => {
  const setGsapi = (id: string, gsapi: string, by = person('admin')) =>
    company.app.inject({ method: 'PUT', url: `/admin/company/${id}/gsapi`, payload: { gsapi }, headers: by.headers })

  it('can be set and removed by an admin, which publishes an event', async () => {
    const owner = person('owner')
    const { _id = '' } = await company.create(owner)
    const gsapi = 'https://script.google.com/macros/s/abc/exec'
    const reply = await setGsapi(_id, ` ${gsapi} `)
    expect(reply.json()).toMatchObject({ message: 'Company profile updated successfully!', companyProfile: { _id, gsapi } })
    expect((await read(owner)).json().gsapi).toBe(gsapi)
    expect((await eventsOf(owner.id)).at(-1)).toMatchObject({ aggregateversion: 2, data: { change: 'changed', profile: { gsapi } } })
    expect((await setGsapi(_id, '')).json().companyProfile.gsapi).toBe('')
    await setGsapi(_id, gsapi)
    await company.save(owner, { city: 'Columbia' })
    expect((await read(owner)).json().gsapi).toBe(gsapi)
  })

  const HTTPS = 'Please enter a URL that begins with https://'
  const HOST = 'Please enter a URL at one of these hosts: script.google.com, 127.0.0.1:8123'
  const NAME = 'Please enter a URL without a user name and a password'
  it.each([
    ['http://script.google.com/x', HTTPS],
    ['javascript:alert(1)', HTTPS],
    ['script.google.com', HTTPS],
    ['https://', HTTPS],
    ['https://169.254.169.254/latest', HOST],
    ['https://sheets.example/exec', HOST],
    ['https://script.google.com:8443/exec', HOST],
    ['https://ada:secret@script.google.com/exec', NAME],
  ])('is rejected if it is "%s"', async (gsapi, message) => {
    const { _id = '' } = await company.create(person('owner'))
    expect((await setGsapi(_id, gsapi)).json()).toMatchObject({ status: 422, message, errors: [{ field: 'gsapi', message }] })
  })

  it('may have a local host and port that the setting allows', async () => {
    const { _id = '' } = await company.create(person('owner'))
    expect((await setGsapi(_id, 'http://127.0.0.1:8123/exec/shop')).statusCode).toBe(200)
  })

  it('can be set only by admins, and only for existing companies', async () => {
    const owner = person('owner')
    const { _id = '' } = await company.create(owner)
    expect((await setGsapi(_id, '', owner)).statusCode).toBe(403)
    expect((await setGsapi(crypto.randomUUID(), '')).statusCode).toBe(404)
    expect((await setGsapi('1', '')).statusCode).toBe(400)
  })
})
