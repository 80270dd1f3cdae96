import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { ColleagueChanged } from '@app/contracts/events/colleagues.ts'
import type { Colleague } from '@app/contracts/http/colleagues.ts'
import { COLLEAGUES_MAX } from '@app/contracts/rules/colleagues.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byHand, type Reviewer, reviewer } from '../reviews/reviewing.ts'
import { admin, setUp, taskIn } from '../setup.ts'
import { colleagueSteps, invitationOf } from './colleague-steps.ts'

let service: Awaited<ReturnType<typeof setUp>>
let steps: ReturnType<typeof colleagueSteps>
beforeAll(async () => {
  service = await setUp()
  steps = colleagueSteps(service)
})
afterAll(() => service.stop())

describe('an invitation', () => {
  test('is sent after the first delivered preview, to a confirmed owner with review links', async () => {
    const owner = await reviewer(service, { isConfirmed: false })
    expect((await steps.invite(owner)).json()).toMatchObject({ status: 409, code: 'address-unconfirmed' })
    await sql`update owner_address set is_confirmed = true where owner_id = ${owner.id}`.execute(service.db)
    expect((await steps.invite(owner)).json()).toMatchObject({ status: 409, code: 'no-preview-yet' })
    await taskIn(service.app, owner, 'Previewed')
    await sql`insert into company_setting (company_id, requires_check, review_links) values (${owner.company._id}, false, false)`.execute(
      service.db,
    )
    expect((await steps.invite(owner)).json()).toMatchObject({ status: 409, code: 'review-links-off' })
    await sql`update company_setting set review_links = true where company_id = ${owner.company._id}`.execute(service.db)
    const response = await steps.invite(owner, { name: '  Ana   Ruiz ', email: 'Ana.First@harborpine.example' })
    expect(response.statusCode).toBe(201)
    const colleague: Colleague = response.json()
    expect(colleague).toMatchObject({ name: 'Ana Ruiz', email: 'Ana.First@harborpine.example', may: 'decide', state: 'invited' })
    const [event] = (await outboxOf(service.db as never, ColleagueChanged)).filter(({ subject }) => subject === colleague._id)
    expect(event?.data).toEqual({
      colleagueId: colleague._id,
      companyProfileId: owner.company._id,
      companyName: owner.company.companyName,
      ownerId: owner.id,
      name: 'Ana Ruiz',
      may: 'decide',
      change: 'invited',
    })
  })

  test('is rejected for names with addresses or numbers, for invalid addresses and for the own address', async () => {
    const owner = await steps.ownerWithPreview()
    const names = [
      ...['', '12', 'Win at prizes.example', 'www.prizes.example', 'me@prizes.example', 'Call 803 555 0100', 'x'.repeat(61), '<b>'],
      ...['Ana\u0000Ruiz', 'Ana\u001b[2J', 'Ana\u202eRuiz', 'Ana\u200bRuiz', 'https://prizes.example/x', '[win](prizes)', '{{name}}'],
      ...['prizes．example', 'prizes。example', 'me＠prizes', '८०३', 'Ana\r\nBcc: b@c.example'],
    ]
    for (const name of names)
      expect((await steps.invite(owner, { name })).json(), name).toMatchObject({ status: 422, errors: [{ field: 'name' }] })
    for (const email of ['', 'ana', 'ana@localhost', 'a@b.example, c@d.example', 'MARIA@harborpine.example'])
      expect((await steps.invite(owner, { email })).json(), email).toMatchObject({ status: 422, errors: [{ field: 'email' }] })
    for (const body of [{ may: 'launch' }, { role: 'admin' }]) expect((await steps.invite(owner, body)).statusCode).toBe(400)
    for (const name of ['Ana Ruiz', 'J. R. O’Neil-Núñez', 'Łukasz', '李明']) {
      const response = await steps.invite(owner, { name })
      expect(response.statusCode, name).toBe(201)
    }
  })

  test('is rejected for the sixth colleague, also if several requests arrive at the same time', async () => {
    const owner = await steps.ownerWithPreview()
    const colleague = (await steps.invite(owner)).json()
    await steps.backdate(colleague, '2 days')
    const responses = await Promise.all(Array.from({ length: 8 }, () => steps.invite(owner)))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 201, 201, 422, 422, 422, 422])
    expect(responses.find(({ statusCode }) => statusCode === 422)?.json()).toMatchObject({ code: 'too-many-colleagues' })
    expect(await steps.list(owner)).toHaveLength(5)
    await steps.remove(owner, colleague)
    expect((await steps.invite(owner)).statusCode).toBe(201)
  })

  test('is sent at most five times in 24 hours for a company, even if colleagues are removed', async () => {
    const owner = await steps.ownerWithPreview()
    const invited: Colleague[] = []
    for (let count = 0; count < 5; count += 1) {
      const response = await steps.invite(owner)
      expect(response.statusCode).toBe(201)
      invited.push(response.json())
      await steps.remove(owner, response.json())
    }
    const refused = await steps.invite(owner)
    expect(refused.json()).toMatchObject({ status: 429, code: 'too-many-invitations' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000)
    for (const colleague of invited) await steps.backdate(colleague, '25 hours')
    expect((await steps.invite(owner)).statusCode).toBe(201)
  })

  test('is sent at most three times a day to a mailbox, from all companies together', async () => {
    const statuses: number[] = []
    for (const tag of ['', '+a', '+b', '+c']) {
      const owner = await steps.ownerWithPreview()
      statuses.push((await steps.invite(owner, { email: `popular${tag}@elsewhere.example` })).statusCode)
    }
    expect(statuses).toEqual([201, 201, 201, 429])
  })

  test('is sent to an address at most once in 30 days, and not to a current colleague', async () => {
    const owner = await steps.ownerWithPreview()
    const { email } = invitationOf()
    const colleague: Colleague = (await steps.invite(owner, { email })).json()
    const again = () => steps.invite(owner, { email: email.toUpperCase(), name: 'Ana Maria Ruiz', may: 'look' })
    expect((await again()).json()).toMatchObject({ status: 409, code: 'already-colleague' })
    await steps.accept(steps.tokenOf(colleague))
    expect((await again()).json()).toMatchObject({ status: 409, code: 'already-colleague' })
    await steps.remove(owner, colleague)
    expect((await again()).json()).toMatchObject({ status: 409, code: 'invited-recently' })
    await steps.backdate(colleague, '31 days')
    expect((await again()).json()).toMatchObject({ _id: colleague._id, name: 'Ana Maria Ruiz', may: 'look', state: 'invited' })
    expect(await steps.changesOf(colleague)).toEqual(['invited', 'accepted', 'removed', 'invited'])
  })

  test('is never sent again to a person who left', async () => {
    const owner = await steps.ownerWithPreview()
    const { email } = invitationOf()
    const colleague: Colleague = (await steps.invite(owner, { email })).json()
    await steps.leave(steps.tokenOf(colleague))
    await steps.backdate(colleague, '400 days')
    const again = () => steps.invite(owner, { email })
    expect((await again()).json()).toMatchObject({ status: 409, code: 'colleague-left' })
    expect((await steps.remove(owner, colleague)).statusCode).toBe(200)
    expect((await again()).json()).toMatchObject({ status: 409, code: 'colleague-left' })
  })
})

test('the invitations of all companies together have a limit', { tags: 'nightly' }, async () => {
  const narrow = await setUp({ invitationsPerDay: 2 })
  const own = colleagueSteps(narrow)
  const owners = [await own.ownerWithPreview(), await own.ownerWithPreview(), await own.ownerWithPreview()]
  const statuses: number[] = []
  for (const owner of owners) statuses.push((await own.invite(owner)).statusCode)
  expect(statuses).toEqual([201, 201, 429])
  await narrow.stop()
})

describe('the page of an invitation', () => {
  test('changes nothing when it is opened, and the colleague accepts with a held button', async () => {
    const owner = await steps.ownerWithPreview()
    const colleague: Colleague = (await steps.invite(owner)).json()
    const token = steps.tokenOf(colleague)
    for (let count = 0; count < 3; count += 1)
      expect((await steps.open(token)).json()).toEqual({
        state: 'invited',
        may: 'decide',
        sentTo: 'a…@harborpine.example',
        companyName: owner.company.companyName,
      })
    await expect(steps.delivered(owner).then(({ tokenFor }) => tokenFor(colleague))).rejects.toThrow('no review link')
    expect((await steps.accept(token)).json()).toMatchObject({ state: 'active' })
    expect((await steps.accept(token)).json()).toMatchObject({ state: 'active' })
    expect(await steps.changesOf(colleague)).toEqual(['invited', 'accepted'])
    const { tokenFor } = await steps.delivered(owner)
    expect(tokenFor(colleague)).toHaveLength(43)
  })

  test('rejects an acceptance with signs of a program', async () => {
    const owner = await steps.ownerWithPreview()
    const colleague: Colleague = (await steps.invite(owner)).json()
    const token = steps.tokenOf(colleague)
    const attempts = [
      steps.accept(token, { ...byHand, automated: true }),
      steps.accept(token, { ...byHand, heldMs: 50 }),
      steps.accept(token, { ...byHand, pointerOrKey: false }),
      steps.accept(token, byHand, { 'user-agent': 'HeadlessChrome' }),
      service.app.inject({ method: 'POST', url: `/review/invitation/${token}/accept`, payload: {} }),
    ]
    for (const attempt of attempts) expect((await attempt).json()).toMatchObject({ status: 403, code: 'looks-automatic' })
    expect((await steps.open(token)).json()).toMatchObject({ state: 'invited' })
  })

  test('lets the person leave with one POST, whose body is ignored', async () => {
    const owner = await steps.ownerWithPreview()
    const colleague = await steps.colleagueOf(owner)
    const token = steps.tokenOf(colleague)
    const { tokenFor } = await steps.delivered(owner)
    const review = () => service.app.inject({ url: `/review/${tokenFor(colleague)}` })
    expect((await review()).json()).toMatchObject({ state: 'open', recipient: { kind: 'colleague', may: 'decide' } })
    for (const [body, type] of [
      ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
      ['{}', 'application/json'],
      ['', 'multipart/form-data; boundary=x'],
    ] as const)
      expect((await steps.leave(token, body, type)).json()).toMatchObject({ state: 'left' })
    expect((await review()).json()).toMatchObject({ state: 'revoked', task: null })
    expect(await steps.list(owner)).toMatchObject([{ _id: colleague._id, state: 'left' }])
    expect(await steps.changesOf(colleague)).toEqual(['invited', 'accepted', 'left'])
  })

  test('no longer works after 30 days, or after the owner removed the colleague', async () => {
    const owner = await steps.ownerWithPreview()
    const [late, removed]: Colleague[] = [(await steps.invite(owner)).json(), (await steps.invite(owner)).json()]
    if (!late || !removed) throw new Error('The invitations failed')
    await steps.backdate(late, '31 days')
    await steps.remove(owner, removed)
    expect((await steps.open(steps.tokenOf(late))).json()).toMatchObject({ state: 'expired' })
    expect((await steps.open(steps.tokenOf(removed))).json()).toMatchObject({ state: 'removed' })
    for (const one of [late, removed])
      expect((await steps.accept(steps.tokenOf(one))).json()).toMatchObject({ status: 410, code: 'invitation-ended' })
    expect((await steps.leave(steps.tokenOf(late))).json()).toMatchObject({ state: 'ended' })
    expect((await steps.leave(steps.tokenOf(removed))).json()).toMatchObject({ state: 'removed' })
  })

  test('shows no company name that looks like an address', async () => {
    const owner = await steps.ownerWithPreview()
    const colleague: Colleague = (await steps.invite(owner)).json()
    for (const name of [
      'Win at prizes.example',
      'Call 803 555 0100',
      'me@prizes.example',
      'Win at prizes．example',
      'Win at उदाहरण.भारत',
    ]) {
      await sql`update company set name = ${name} where id = ${owner.company._id}`.execute(service.db)
      expect((await steps.open(steps.tokenOf(colleague))).json(), name).toMatchObject({ companyName: null })
    }
  })

  test('has a token that is not valid for review links, and tokens of review links are not valid for invitations', async () => {
    const owner = await steps.ownerWithPreview()
    const colleague = await steps.colleagueOf(owner)
    const { tokenFor } = await steps.delivered(owner)
    expect((await service.app.inject({ url: `/review/${steps.tokenOf(colleague)}` })).statusCode).toBe(404)
    for (const request of [steps.open(tokenFor(colleague)), steps.accept(tokenFor(colleague)), steps.leave(tokenFor(colleague))])
      expect((await request).json()).toMatchObject({ status: 404, code: 'invitation-not-found' })
    expect(service.lines.join('\n')).not.toContain(steps.tokenOf(colleague))
  })
})

describe('a colleague who left', () => {
  const left = async (owner: Reviewer, body: object = {}) => {
    const colleague = await steps.colleagueOf(owner, body)
    const token = steps.tokenOf(colleague)
    await steps.leave(token)
    return { colleague, token }
  }

  test('stays in the list until the owner removes the person, and can be changed', async () => {
    const owner = await steps.ownerWithPreview()
    const { colleague, token } = await left(owner)
    await steps.backdate(colleague, '400 days')
    expect(await steps.list(owner)).toMatchObject([{ _id: colleague._id, state: 'left', asksToReturn: false }])
    expect((await steps.change(owner, colleague, 'look')).json()).toMatchObject({ may: 'look', state: 'left' })
    expect((await steps.remove(owner, colleague)).statusCode).toBe(200)
    expect(await steps.list(owner)).toEqual([])
    for (const request of [steps.accept(token), steps.ask(token)])
      expect((await request).json()).toMatchObject({ status: 410, invitation: { state: 'removed' } })
  })

  test('gets the right back only from the owner, not with the old invitation', async () => {
    const owner = await steps.ownerWithPreview()
    const { colleague, token } = await left(owner)
    expect((await steps.accept(token)).json()).toMatchObject({ status: 410, code: 'invitation-ended', invitation: { state: 'left' } })
    expect((await steps.ask(token, { ...byHand, automated: true })).json()).toMatchObject({ status: 403, code: 'looks-automatic' })
    expect((await steps.answer(owner, colleague, true)).json()).toMatchObject({ status: 409, code: 'no-request' })
    for (let count = 0; count < 2; count += 1) expect((await steps.ask(token)).json()).toMatchObject({ state: 'asked' })
    expect((await steps.accept(token)).json()).toMatchObject({ status: 410, invitation: { state: 'asked' } })
    expect(await steps.list(owner)).toMatchObject([{ state: 'left', asksToReturn: true }])
    await expect(steps.delivered(owner).then(({ tokenFor }) => tokenFor(colleague))).rejects.toThrow('no review link')

    expect((await steps.answer(owner, colleague, true)).json()).toMatchObject({ state: 'active', may: 'decide', asksToReturn: false })
    expect((await steps.open(token)).json()).toMatchObject({ state: 'active' })
    const { tokenFor } = await steps.delivered(owner)
    expect(tokenFor(colleague)).toHaveLength(43)
    expect(await steps.changesOf(colleague)).toEqual(['invited', 'accepted', 'left', 'return-asked', 'return-accepted'])
  })

  test('can ask once: not after the owner refused, nor after withdrawing the request', async () => {
    const owner = await steps.ownerWithPreview()
    const refused = await left(owner)
    await steps.ask(refused.token)
    expect((await steps.answer(owner, refused.colleague, false)).json()).toMatchObject({ state: 'left', asksToReturn: false })
    const withdrawn = await left(owner)
    await steps.ask(withdrawn.token)
    expect((await steps.leave(withdrawn.token)).json()).toMatchObject({ state: 'ended' })
    for (const { token } of [refused, withdrawn])
      expect((await steps.ask(token)).json()).toMatchObject({ status: 410, invitation: { state: 'ended' } })
    expect(await steps.changesOf(refused.colleague)).toEqual(['invited', 'accepted', 'left', 'return-asked', 'return-refused'])
    expect(await steps.changesOf(withdrawn.colleague)).toEqual(['invited', 'accepted', 'left', 'return-asked', 'return-withdrawn'])
  })

  test('cannot ask 180 days later, nor after declining an invitation that had expired', async () => {
    const owner = await steps.ownerWithPreview()
    const { colleague, token } = await left(owner)
    const late: Colleague = (await steps.invite(owner)).json()
    await steps.backdate(colleague, '181 days')
    await steps.backdate(late, '31 days')
    await steps.leave(steps.tokenOf(late))
    for (const one of [token, steps.tokenOf(late)])
      expect((await steps.ask(one)).json()).toMatchObject({ status: 410, invitation: { state: 'ended' } })
  })

  test('does not come back as the sixth colleague', async () => {
    const owner = await steps.ownerWithPreview()
    const { colleague, token } = await left(owner)
    await steps.backdate(colleague, '2 days')
    await steps.ask(token)
    const others: Colleague[] = []
    for (let count = 0; count < COLLEAGUES_MAX; count += 1) others.push((await steps.invite(owner)).json())
    expect((await steps.answer(owner, colleague, true)).json()).toMatchObject({ status: 422, code: 'too-many-colleagues' })
    await steps.remove(owner, others[0] ?? expect.unreachable())
    expect((await steps.answer(owner, colleague, true)).json()).toMatchObject({ state: 'active' })
  })
})

test('only the owner of the company changes its colleagues, and admins only read them', async () => {
  const [owner, stranger] = [await steps.ownerWithPreview(), await steps.ownerWithPreview()]
  const colleague = await steps.colleagueOf(owner)
  expect(await steps.list(owner, admin)).toMatchObject([{ _id: colleague._id, state: 'active' }])
  for (const [caller, status] of [
    [stranger, 404],
    [admin, 403],
  ] as const) {
    const requests = [
      steps.invite(owner, {}, caller),
      steps.change(owner, colleague, 'look', caller),
      steps.remove(owner, colleague, caller),
      steps.answer(owner, colleague, true, caller),
    ]
    for (const request of requests) expect((await request).statusCode).toBe(status)
  }
  expect(await steps.list(owner, stranger)).toMatchObject({ status: 404 })
  // The id of another company's colleague in the own company's URL.
  expect((await steps.remove(stranger, colleague)).statusCode).toBe(404)
  expect((await steps.change(stranger, colleague, 'look')).statusCode).toBe(404)
  expect(await steps.list(stranger)).toEqual([])
  expect(await steps.changesOf(colleague)).toEqual(['invited', 'accepted'])
})
