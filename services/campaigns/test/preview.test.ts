import type { Message } from '@app/chassis/mail/message.ts'
import type { Verdict } from '@app/chassis/mail/verdict.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { startCompanyService } from '@app/chassis/testing/company-service.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { gpsPhoto, shownBy, UPRIGHT_PHOTO } from '@app/chassis/testing/photos.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createdCampaign, type Owner, type Service, setUp, specialEvent } from './setup.ts'

const accepted: Verdict = { kind: 'accepted' }

let service: Service
let identity: Awaited<ReturnType<typeof startCompanyService>>
let owner: Owner
let sent: Message[]
let verdict: Verdict
beforeAll(async () => {
  identity = await startCompanyService()
  const send = async (message: Message) => {
    sent.push(message)
    return verdict
  }
  service = await setUp({ identityUrl: identity.url, relay: { send } })
})
afterAll(async () => {
  identity.stop()
  await service.stop()
})
beforeEach(async () => {
  sent = []
  verdict = accepted
  owner = await ownerWithCompany(service.deps)
  identity.answers(200, { _id: owner.id, email: 'mara@bakery.example', username: 'mara', role: 'owner', emailVerified: true })
})

const words = () => ({
  companyProfileId: owner.company._id,
  subject: 'Pies for {{First Name|you}}',
  body: 'Dear {{First Name|friend}},\n\nwe bake.',
})

const preview = (payload: object) => service.app.inject({ method: 'POST', url: '/campaign/preview', payload, headers: owner.headers })

async function testMail(fields: Record<string, string> = words(), files: Record<string, File> = {}) {
  const form = await multipart(fields, files)
  return service.app.inject({
    method: 'POST',
    url: '/campaign/test',
    payload: form.payload,
    headers: { ...owner.headers, ...form.headers },
  })
}

test('a preview shows the email as a recipient gets it, with errors and warnings', async () => {
  const response = await preview({ ...words(), values: { 'First Name': '<b>Ada</b>', 'Email id': 'ada@a.example' } })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    from: expect.stringMatching(/^"?Palm Bakery"? <palm-bakery-.*@mail\.example>$/),
    subject: 'Pies for <b>Ada</b>',
    findings: [],
  })
  expect(response.json().html).toContain('Dear &lt;b&gt;Ada&lt;/b&gt;')
  expect(response.json().text).toContain('Dear <b>Ada</b>')
  expect((await preview(words())).json().subject).toBe('Pies for you')
  const wrong = (await preview({ ...words(), body: '{{First Name}}' })).json().findings
  expect(wrong).toEqual([expect.objectContaining({ code: 'merge-field', severity: 'error' })])
})

test('an image that is not uploaded yet is shown by a cid: URL', async () => {
  const { html } = (await preview({ ...words(), attachment: { fileName: 'Pie.png', size: 2_000_000 } })).json()
  expect(html).toContain('cid:attachment')
  // The upload of an SVG becomes a PNG.
  expect((await preview({ ...words(), attachment: { fileName: 'Pie.svg', size: 2_000 } })).json().html).toContain('cid:attachment')
})

test('a test email goes to the owner only and is compiled like a campaign’s email', async () => {
  const fields = { ...words(), valuesJson: JSON.stringify({ 'First Name': 'Ada' }) }
  const response = await testMail(fields, { attachment: new File([await gpsPhoto()], 'Pie.heic') })
  expect([response.statusCode, response.json().message]).toEqual([200, 'Sent to mara@bakery.example'])
  expect(sent.map(({ envelope }) => envelope.to)).toEqual([['mara@bakery.example']])
  const mail = await simpleParser(sent[0]?.bytes as Buffer)
  expect([mail.subject, mail.text?.includes('Dear Ada'), mail.attachments.map(({ filename }) => filename)]).toEqual([
    '[Test] Pies for Ada',
    true,
    ['Pie.jpg'],
  ])
  expect(await shownBy(mail.attachments[0]?.content ?? Buffer.alloc(0))).toEqual(UPRIGHT_PHOTO)
})

test('a test email contains the stored image of the owner’s step; a step of another owner is a 404', async () => {
  const { steps } = await createdCampaign(service, owner, specialEvent(), { stepAttachment_0: new File([png()], 'Stored.png') })
  const stepId = steps[0]?._id ?? ''
  expect((await testMail({ ...words(), stepId })).statusCode).toBe(200)
  expect((await simpleParser(sent[0]?.bytes as Buffer)).attachments.map(({ filename }) => filename)).toEqual(['Stored.png'])
  owner = await ownerWithCompany(service.deps)
  expect((await testMail({ ...words(), stepId })).statusCode).toBe(404)
  expect(sent).toHaveLength(1)
})

test.each<[string, () => void, Record<string, string>, number, string]>([
  [
    'a field without fallback',
    () => {},
    { body: '{{First Name}}' },
    422,
    '{{First Name}} needs a fallback for empty cells, for example {{First Name|there}}.',
  ],
  ['invalid values', () => {}, { valuesJson: '[1]' }, 400, 'valuesJson must be a JSON object with string values'],
  [
    'relay unavailable',
    () => (verdict = { kind: 'away', reason: 'none' }),
    {},
    503,
    'We couldn’t send the email. Please try again shortly.',
  ],
  [
    'identity service unavailable',
    () => identity.answers(503, {}),
    {},
    503,
    'We couldn’t look up your email address. Please try again shortly.',
  ],
])('%s: no test email is sent', async (_what, arrange, fields, status, message) => {
  arrange()
  const response = await testMail({ ...words(), ...fields })
  expect([response.statusCode, response.json().message]).toEqual([status, message])
})

test('another company’s emails get a 404', async () => {
  const stranger = await ownerWithCompany(service.deps)
  expect((await preview({ ...words(), companyProfileId: stranger.company._id })).statusCode).toBe(404)
  expect((await testMail({ ...words(), companyProfileId: stranger.company._id })).statusCode).toBe(404)
})
