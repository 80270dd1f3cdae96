import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { person } from '@app/chassis/testing/people.ts'
import { createTestSheet } from '@app/chassis/testing/sheet.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainScript } from './plain-script.ts'
import { ADA, BEN, HEADERS, listedCustomers, ownerWithSheet, type Service, setUp } from './setup.ts'

const admin = person('admin')
let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

const scriptOf = async (id: string) => service.app.inject({ url: `/crm/companies/${id}/script`, headers: admin.headers })
const testOf = async (id: string, gsapi: string) =>
  service.app.inject({ method: 'POST', url: `/crm/companies/${id}/test`, payload: { gsapi }, headers: admin.headers })

test('the script contains the company’s secret even before the company has a URL, and works unchanged', async () => {
  const sheet = await createTestSheet()
  const owner = await ownerWithCompany(service.deps)
  const { script, version } = (await scriptOf(owner.company._id)).json()
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(script).toMatch(/^const SECRET = '[\w-]{43}'$/m)
  expect((await scriptOf(owner.company._id)).json().script).toBe(script)
  expect((await scriptOf((await ownerWithCompany(service.deps)).company._id)).json().script).not.toBe(script)
  expect((await scriptOf(crypto.randomUUID())).statusCode).toBe(404)

  await sheet.setRows([HEADERS, ADA])
  await sheet.setScript(script)
  expect((await testOf(owner.company._id, ` ${sheet.url} `)).json()).toMatchObject({
    ok: true,
    script: 'ours',
    version,
    outdated: false,
    rows: 1,
  })
  await service.db
    .updateTable('company')
    .set({ profile: JSON.stringify({ ...owner.company, gsapi: sheet.url }) })
    .where('id', '=', owner.company._id)
    .execute()
  expect((await listedCustomers(service, owner)).data).toHaveLength(1)
})

describe('a test of a URL', () => {
  test('returns the columns, rows and unparsed cells of an owner’s script', async () => {
    const rows = [
      ['Customer ID', 'E-mail', 'Stage'],
      ['c1', 'ada@marsh.example', 'somewhere'],
      ['c2', '', 'Lead'],
    ]
    const owner = await ownerWithSheet(service, { rows, script: plainScript })
    const found = (await testOf(owner.company._id, owner.company.gsapi)).json()
    expect(found).toMatchObject({
      ok: true,
      script: 'other',
      version: null,
      outdated: false,
      rows: 2,
      notUnderstood: 1,
      problem: null,
      mend: null,
    })
    expect(found.columns).toContainEqual({ column: 'Email id', header: 'E-mail' })
    expect(found.columns).toContainEqual({ column: 'Mobile No', header: null })
    expect(await owner.sheet.rows()).toEqual(rows)
  })

  test('returns whether our script is outdated, and adds no ids', async () => {
    const owner = await ownerWithSheet(service, { rows: [HEADERS, [...ADA.slice(0, 9), ''], BEN] })
    const { script } = (await scriptOf(owner.company._id)).json()
    await owner.sheet.setScript(script.replace(/const VERSION = '.*'/, "const VERSION = '0.9.0'"))
    expect((await testOf(owner.company._id, owner.company.gsapi)).json()).toMatchObject({
      ok: true,
      script: 'ours',
      version: '0.9.0',
      outdated: true,
      rows: 2,
    })
    expect((await owner.sheet.rows())[1]?.[9]).toBe('')
  })

  test.each([
    ['https://169.254.169.254/latest', 'host-refused', /Please enter a URL at one of these hosts: script\.google\.com/],
    ['https://ada:secret@script.google.com/x', 'host-refused', /without a user name and a password/],
    ['not an address', 'host-refused', /begins with https:\/\//],
  ])('%s is rejected without a call', async (gsapi, code, message) => {
    const owner = await ownerWithCompany(service.deps)
    const found = (await testOf(owner.company._id, gsapi)).json()
    expect(found).toMatchObject({
      ok: false,
      problem: { code, message: expect.stringMatching(message) },
      mend: expect.stringMatching(/^Copy the web app’s URL/),
    })
  })

  test('returns the problem and how to fix it', async () => {
    const owner = await ownerWithSheet(service)
    await owner.sheet.setFaults([{ kind: 'sign-in' }])
    const closed = (await testOf(owner.company._id, owner.company.gsapi)).json()
    expect(closed).toMatchObject({
      ok: false,
      problem: { code: 'sign-in-page' },
      mend: expect.stringContaining('Set “Execute as” to “Me”'),
    })
    const { script } = (await scriptOf((await ownerWithCompany(service.deps)).company._id)).json()
    await owner.sheet.setScript(script)
    const others = (await testOf(owner.company._id, owner.company.gsapi)).json()
    expect(others).toMatchObject({ ok: false, problem: { code: 'secret' }, mend: expect.stringContaining('deploy a new version') })
  })
})
