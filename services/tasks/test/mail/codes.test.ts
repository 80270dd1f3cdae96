import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleagueSteps } from '../colleagues/colleague-steps.ts'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { setUp } from '../setup.ts'
import { composing, toAdmin, toColleague, toOwner } from './composing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let ask: ReturnType<typeof composing>
let people: ReturnType<typeof colleagueSteps>
beforeAll(async () => {
  service = await setUp()
  ask = composing(service)
  people = colleagueSteps(service)
})
afterAll(() => service.stop())

async function requireCodes({ company, headers }: Reviewer): Promise<void> {
  const payload = { reviewLinks: true, codeForNewBrowser: true }
  await service.app.inject({ method: 'PUT', url: `/task/review-settings/${company._id}`, payload, headers })
}

/** Requests a code in a new browser, and returns its id. */
async function codeFor(recipientId: string, token: string): Promise<string> {
  await reviewing(service).approve(token)
  const { rows } = await sql<{ id: string }>`select id from review_code where recipient_id = ${recipientId}`.execute(service.db)
  return rows[0]?.id ?? ''
}

const expireIn = (interval: string, id: string) =>
  sql`update review_code set expires_at = now() + ${interval}::interval where id = ${id}`.execute(service.db)

test('the owner gets the code and its minutes, without a text of the owner', async () => {
  const owner = await reviewer(service)
  await requireCodes(owner)
  const { token } = await reviewing(service).linked(owner)
  const id = await codeFor(owner.id, token)
  await expireIn('9 minutes 40 seconds', id)
  const mail = await ask.mail('review-code', id, toOwner(owner))
  const code = service.deps.reviewKeys.codeOf('browser-code', id)
  expect(mail.text).toContain(`    ${code}\n`)
  expect(mail.subject).not.toContain(code)
  expect(mail.text).toContain('The code works once, within 10 minutes')
  expect(mail.text + mail.html).not.toMatch(/Previewed|Bakery/)
  expect(Object.keys(mail).sort()).toEqual(['html', 'subject', 'text'])
})

test('a colleague gets the code', async () => {
  const owner = await people.ownerWithPreview()
  const ana = await people.colleagueOf(owner)
  await requireCodes(owner)
  const { tokenFor } = await people.delivered(owner)
  const id = await codeFor(ana._id, tokenFor(ana))
  expect(await ask.mail('review-code', id, toColleague(ana))).toMatchObject({
    to: ana.email,
    returnId: ana._id,
    isTracked: true,
    unsubscribeUrl: `https://portal.example/api/review/invitation/${people.tokenOf(ana)}/leave`,
    text: expect.stringContaining(service.deps.reviewKeys.codeOf('browser-code', id)),
  })
  await people.leave(people.tokenOf(ana))
  expect(await ask.status('review-code', id, toColleague(ana))).toBe(410)
})

test('the email is obsolete for other recipients, and after the code has expired or was replaced', async () => {
  const [owner, other] = [await reviewer(service), await reviewer(service)]
  await requireCodes(owner)
  const { token } = await reviewing(service).linked(owner)
  const id = await codeFor(owner.id, token)
  for (const recipient of [toOwner(other), toColleague({ _id: owner.id }), toAdmin])
    expect(await ask.status('review-code', id, recipient)).toBe(410)
  await expireIn('-1 second', id)
  expect(await ask.status('review-code', id, toOwner(owner))).toBe(410)
  const second = await codeFor(owner.id, token)
  expect(second).not.toBe(id)
  expect(await ask.status('review-code', id, toOwner(owner))).toBe(410)
  expect(await ask.status('review-code', second, toOwner(owner))).toBe(200)
})
