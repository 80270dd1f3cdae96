import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { prepareBucket } from '@app/chassis/storage/prepare-bucket.ts'
import { sweepDue } from '@app/chassis/storage/sweep.ts'
import { person } from '@app/chassis/testing/people.ts'
import { gpsPhoto, shownBy, UPRIGHT_PHOTO } from '@app/chassis/testing/photos.ts'
import { disguisedHtml, jpeg, png } from '@app/chassis/testing/pictures.ts'
import { TEST_ORIGIN } from '@app/chassis/testing/store.ts'
import { brandImageFields } from '@app/contracts/http/company.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { imageSweep } from '../src/files/image-sweep.ts'
import { start } from '../src/main.ts'
import { type CompanyService, createCompany, FIELDS, INTERNAL_DATA_KEY, INTERNAL_MAIL_KEY } from './setup.ts'

const REFUSED = 'Only JPEG and PNG images are allowed.'

let company: CompanyService
beforeAll(async () => {
  company = await createCompany()
})
afterAll(() => company.close())

type Owner = ReturnType<typeof person>

const requestUploadUrl = (owner: Owner, fileName: string) =>
  company.app.inject({ url: `/get-upload-url?fileName=${encodeURIComponent(fileName)}`, headers: owner.headers })

/** Uploads a logo to a signed URL. Returns the value of the form field `logoUrl`. */
async function upload(owner: Owner, bytes: Buffer, fileName = 'company-logo.png'): Promise<string> {
  const { url } = (await requestUploadUrl(owner, fileName)).json()
  expect(await company.put(url, bytes, fileName.endsWith('.png') ? 'image/png' : 'image/jpeg')).toBe(200)
  return url.split('?')[0]
}

describe('a signed upload URL', () => {
  it("is new, under the caller's prefix, for one content type and ten minutes", async () => {
    const owner = person('owner')
    const { url } = (await requestUploadUrl(owner, 'company-logo.JPEG')).json()
    expect(url).toMatch(new RegExp(`^/files/private/incoming/${owner.id}/[0-9a-f-]{36}\\.jpg\\?`))
    const { searchParams } = new URL(url, TEST_ORIGIN)
    expect(searchParams.get('X-Amz-Expires')).toBe('600')
    expect((await requestUploadUrl(owner, 'company-logo.jpeg')).json().url).not.toBe(url)
  })

  it('accepts only this content type at this key', async () => {
    const owner = person('owner')
    const { url } = (await requestUploadUrl(owner, 'company-logo.png')).json()
    expect(await company.put(url, png(), 'text/html')).toBe(403)
    expect(await company.put(url.replace(owner.id, crypto.randomUUID()), png(), 'image/png')).toBe(403)
    expect(await company.keys(`private/incoming/${owner.id}/`)).toEqual([])
    expect(await company.put(url, png(), 'image/png')).toBe(200)
  })

  it.each(['logo.svg', 'logo.png.html', 'png', ''])('is not given for "%s"', async (fileName) => {
    expect((await requestUploadUrl(person('owner'), fileName)).json()).toMatchObject({ status: 422, message: REFUSED })
  })
})

it('the logo and each brand image have no metadata and are upright, also a logo that was uploaded to a signed URL', {
  tags: 'nightly',
}, async () => {
  const owner = person('owner')
  const photo = await gpsPhoto()
  const files = Object.fromEntries(['logo', ...brandImageFields].map((field) => [field, photo]))
  const { companyProfile } = (await company.save(owner, FIELDS, files)).json()
  const logoUrl = await upload(owner, photo, 'logo.jpg')
  const { logo } = (await company.save(owner, { logoUrl })).json().companyProfile
  expect(logo).not.toBe(companyProfile.logo)
  for (const url of [
    logo,
    ...Object.keys(files)
      .slice(1)
      .map((field) => companyProfile[field]),
  ])
    expect(await shownBy(await buffer(await company.store.get(company.store.keyOf(url) ?? '')))).toEqual(UPRIGHT_PHOTO)
  for (const folder of [owner.id, 'forms']) expect(await company.keys(`private/incoming/${folder}/`)).toEqual([])
})

describe('a logo that was uploaded to a signed URL', () => {
  it('becomes the logo, with a new key and the type of its bytes', async () => {
    const owner = person('owner')
    const logoUrl = await upload(owner, jpeg())
    const reply = await company.save(owner, { ...FIELDS, logoUrl })
    expect(reply.statusCode).toBe(200)
    const { logo } = reply.json().companyProfile
    expect(logo).toMatch(/\/public\/company\/[0-9a-f-]{36}\.jpg$/)
    expect(await company.store.sizeOf(company.store.keyOf(logo) ?? '')).toBeGreaterThan(0)
    expect(await company.keys(`private/incoming/${owner.id}/`)).toEqual([])
    expect((await company.save(owner, { logoUrl: logo, city: 'Columbia' })).json().companyProfile.logo).toBe(logo)
  })

  it('may be named by a URL with the origin at which the client reaches the product', async () => {
    const owner = person('owner')
    const logoUrl = await upload(owner, png())
    const host = '192.168.7.20:8080'
    const save = (origin: string) => company.save(owner, { ...FIELDS, logoUrl: origin + logoUrl }, {}, { 'x-forwarded-host': host })
    expect((await save('http://evil.example')).statusCode).toBe(422)
    expect((await save(`http://${host}`)).statusCode).toBe(200)
  })

  it.each([
    ['an HTML page', disguisedHtml(), 415, REFUSED],
    ['empty', Buffer.alloc(0), 415, REFUSED],
    ['larger than 10 MB', png({ padding: 10 * MEGABYTE }), 413, 'The file is too large: at most 10 MB.'],
  ])('is rejected and deleted if it is %s', { tags: 'nightly' }, async (_what, bytes, status, message) => {
    const owner = person('owner')
    const before = await company.keys('')
    const logoUrl = await upload(owner, bytes)
    expect((await company.save(owner, { ...FIELDS, logoUrl })).json()).toMatchObject({ status, message })
    expect(await company.keys('')).toEqual(before)
  })

  it('is kept for a retry if another field is rejected', async () => {
    const owner = person('owner')
    const logoUrl = await upload(owner, png())
    const before = await company.keys('')
    expect((await company.save(owner, { ...FIELDS, phone: '', logoUrl })).statusCode).toBe(422)
    expect(await company.keys('')).toEqual(before)
    expect((await company.save(owner, { ...FIELDS, logoUrl })).statusCode).toBe(200)
  })

  it('is accepted only from its owner, and only if it was uploaded', async () => {
    const [owner, thief] = [person('owner'), person('owner')]
    const logoUrl = await upload(owner, png())
    const refused = { status: 422, errors: [{ field: 'logoUrl' }] }
    expect((await company.save(thief, { ...FIELDS, logoUrl })).json()).toMatchObject(refused)
    const { url } = (await requestUploadUrl(thief, 'a.png')).json()
    expect((await company.save(thief, { ...FIELDS, logoUrl: url })).json()).toMatchObject(refused)
    const around = url.replace(/[^/]+$/, `../${owner.id}/${logoUrl.split('/').at(-1)}`)
    expect((await company.save(thief, { ...FIELDS, logoUrl: around })).json()).toMatchObject(refused)
    expect((await company.save(owner, { ...FIELDS, logoUrl })).statusCode).toBe(200)
  })
})

describe('the sweep', () => {
  it('removes unused files older than a day, once a day, on one replica', async () => {
    const owner = person('owner')
    const { logo = '' } = await company.create(owner)
    const stray = 'public/company/stray.png'
    await company.store.put(stray, Readable.from([png()]), 'image/png', AbortSignal.timeout(10_000))
    await upload(owner, png())
    const sweepAt = (days: number) =>
      sweepDue(imageSweep({ ...company.deps, now: () => new Date(Date.now() + days * 86_400_000) }), new AbortController().signal)

    expect(await sweepAt(0.9)).toBe(0)
    expect(await company.keys('')).toContain(stray)
    // The last sweep was a fifth of a day ago.
    expect(await sweepAt(1.1)).toBe(0)
    const before = await company.keys('')
    const removed = await Promise.all([sweepAt(2), sweepAt(2), sweepAt(2)])
    const left = await company.keys('')
    expect(removed.reduce((sum, count) => sum + count)).toBe(before.length - left.length)
    expect(left).not.toContain(stray)
    expect(left).toContain(company.store.keyOf(logo))
    expect(await company.keys('private/incoming/')).toEqual([])
  })
})

it('the process starts, is ready, and stops', async () => {
  const { endpoint, accessKey, secretKey } = inject('s3')
  const files = {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'files',
    PUBLIC_URL: TEST_ORIGIN,
  }
  await prepareBucket(files)
  const others = ['IDENTITY_URL', 'TASKS_URL', 'DOCUMENTS_URL', 'CRM_PROXY_URL', 'CAMPAIGNS_URL', 'NOTIFICATIONS_URL']
  const running = await start({
    ...files,
    ...Object.fromEntries(others.map((name) => [name, 'http://127.0.0.1:9'])),
    INTERNAL_MAIL_KEY,
    INTERNAL_DATA_KEY,
    DATABASE_URL: company.url,
    LOG_LEVEL: 'silent',
    JWKS_URL: 'http://127.0.0.1:1/keys',
  })
  const ready = await fetch(`${running.url}/readyz`)
  await running.stop()
  // The list of revoked tokens is unavailable in this test, but the service is ready.
  expect(ready.status).toBe(200)
})
