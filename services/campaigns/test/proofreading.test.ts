import { text } from 'node:stream/consumers'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { proofreadStep } from '@app/contracts/http/campaign-proofreading.ts'
import { type CampaignStepCheck, checkCampaignStep } from '@app/proofreading/check-preview.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createdCampaign, type Owner, type Service, setUp, specialEvent, step } from './setup.ts'

let service: Service
let owner: Owner
let check: typeof checkCampaignStep
beforeAll(async () => (service = await setUp({ checkStep: (step) => check(step) })))
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps, { phone: '(803) 555-0142', color1: '#1f6b4f', color2: '#ffffff' })
})

async function proofread(words: Record<string, string>, files: Record<string, File> = {}, { company, headers } = owner) {
  const form = await multipart({ companyProfileId: company._id, subject: 'Fresh pies', body: 'Come by.', ...words }, files)
  const request = { method: 'POST', url: proofreadStep.url, payload: form.payload, headers: { ...headers, ...form.headers } } as const
  return service.app.inject(request)
}

/** Records what is checked, and the content of its files. */
function recordChecks(uncheckedFiles: number[] = []) {
  const checks: (CampaignStepCheck & { contents: string[] })[] = []
  check = async (step) => {
    const sources = step.files.flatMap(({ sources }) => sources)
    const contents = await Promise.all(sources.map(async ({ open }) => text(await open())))
    checks.push({ ...step, contents })
    return { findings: [], uncheckedFiles, pictures: [] }
  }
  return checks
}

/** Starts checks that end when the returned function is called. */
function holdChecks() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let begun = 0
  check = async () => {
    begun += 1
    await promise
    return { findings: [], uncheckedFiles: [], pictures: [] }
  }
  return { release: resolve, begun: () => begun }
}

test('a wrong weekday, a date before the email and a transposed phone number are found; a merge field is no mistake', async () => {
  check = checkCampaignStep
  const body = 'Dear {{First Name|friend}},\n\ncome by on Wednesday, December 8. Or call (803) 555-0124 by November 30, 2026.'
  const response = await proofread({ subject: 'Pies for {{First Name|you}}', body, date: '2026-12-01' })
  expect(response.statusCode).toBe(200)
  expect(response.json().isPictureUnchecked).toBe(false)
  const found = response.json().findings.map(({ kind, certainty, message }: Record<string, string>) => [kind, certainty, message])
  expect(found).toEqual([
    ['weekday', 'sure', 'The body says Wednesday, December 8. December 8, 2026 is a Tuesday.'],
    ['date-passed', 'sure', 'The body says November 30, 2026. This is before the date of the email, December 1, 2026.'],
    ['phone', 'sure', 'The body says “(803) 555-0124”. The phone number in the profile is (803) 555-0142.'],
  ])
})

test('an uploaded picture is read and then deleted; earlier emails and the profile are compared', async () => {
  const checks = recordChecks([1])
  await createdCampaign(service, owner, specialEvent([step({ subject: 'Pizookie', body: 'Again.' })]))
  const response = await proofread({ date: '2026-12-01' }, { attachment: new File(['GIF89a pie'], 'Pie of the day.gif') })
  expect([response.statusCode, response.json()]).toEqual([200, { findings: [], isPictureUnchecked: true }])
  expect(checks[0]).toMatchObject({
    date: '2026-12-01',
    today: '2026-11-22',
    files: [{ kind: 'image', alternativeText: 'Pie of the day' }],
    contents: ['GIF89a pie'],
    company: { companyName: 'Palm Bakery', phone: '(803) 555-0142', colors: ['#1f6b4f'], social: [] },
    earlierTexts: ['Pizookie', 'Again.'],
  })
  const keys: string[] = []
  for await (const { key } of service.store.list('')) keys.push(key)
  expect(keys).toEqual([])
})

test('the stored picture of a step is read, and kept', async () => {
  const checks = recordChecks()
  const { steps } = await createdCampaign(service, owner, specialEvent(), { stepAttachment_0: new File([png()], 'Pie.png') })
  await proofread({ stepId: steps[0]?._id ?? '', date: '' })
  expect((await proofread({ stepId: steps[0]?._id ?? '', date: 'tomorrow' })).statusCode).toBe(200)
  expect(checks.map(({ date, files, contents }) => [date, files[0]?.alternativeText, contents[0]?.includes('IHDR')])).toEqual(
    Array(2).fill([null, 'Pie', true]),
  )
})

test('a company has one check at a time and one waiting; two wait in all', async () => {
  const checks = holdChecks()
  const first = proofread({})
  await expect.poll(checks.begun).toBe(1)
  const same = [proofread({}), proofread({})]
  expect((await Promise.race(same)).statusCode).toBe(503)
  const others = await Promise.all([ownerWithCompany(service.deps), ownerWithCompany(service.deps)])
  const ofOthers = others.map((other) => proofread({}, {}, other))
  expect((await Promise.race(ofOthers)).json().code).toBe('busy')
  checks.release()
  const statuses = (await Promise.all([first, ...same, ...ofOthers])).map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([200, 200, 200, 503, 503])
})

test('a check ends when the browser no longer waits for it', async () => {
  let wasEnded = false
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  check = ({ signal }) => {
    begin()
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        wasEnded = true
        reject(signal.reason)
      }),
    )
  }
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { payload, headers } = await multipart({ companyProfileId: owner.company._id, subject: 'Fresh pies', body: 'Come by.' })
  const browser = new AbortController()
  const asked = fetch(origin + proofreadStep.url, {
    method: 'POST',
    body: payload,
    headers: { ...owner.headers, ...headers },
    signal: browser.signal,
  })
  await begun
  browser.abort()
  await expect(asked).rejects.toThrow()
  await expect.poll(() => wasEnded).toBe(true)
})

test('a check that takes too long is ended, and the next one starts', { tags: 'nightly', timeout: 40_000 }, async () => {
  check = ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const response = await proofread({})
  expect([response.statusCode, response.json().code]).toEqual([504, 'proofreading-too-slow'])
  recordChecks()
  expect((await proofread({})).statusCode).toBe(200)
})
