import type { Colleague } from '@app/contracts/http/colleagues.ts'
import type { TaskMailTopic } from '@app/contracts/http/mail-content.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { colleagueSteps } from '../colleagues/colleague-steps.ts'
import { type Reviewer, reviewer } from '../reviews/reviewing.ts'
import { setUp } from '../setup.ts'
import { composing, toAdmin, toColleague, toOwner } from './composing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let ask: ReturnType<typeof composing>
let people: ReturnType<typeof colleagueSteps>
let other: Reviewer
beforeAll(async () => {
  service = await setUp()
  ask = composing(service)
  people = colleagueSteps(service)
  other = await reviewer(service)
})
afterAll(() => service.stop())

describe('the invitation', () => {
  const invited = async (body: object = {}): Promise<Colleague> => (await people.invite(await people.ownerWithPreview(), body)).json()
  const statusOf = (ana: Colleague) => ask.status('colleague-invitation', ana._id, toColleague(ana))

  test('has the page on which the colleague answers, and the company’s name only as a fact', async () => {
    const ana = await invited()
    const token = people.tokenOf(ana)
    const mail = await ask.mail('colleague-invitation', ana._id, toColleague(ana))
    expect(mail).toMatchObject({
      to: ana.email,
      subject: 'Invitation to review posts',
      returnId: ana._id,
      isTracked: true,
      unsubscribeUrl: `https://portal.example/api/review/invitation/${token}/leave`,
    })
    expect(mail.text).toContain('Name of the business: “Palm Bakery”')
    expect(mail.text).toContain(`See the invitation:\nhttps://portal.example/review/invitation/${token}\n`)
    expect(mail.text).not.toContain('Ana Ruiz')
    for (const absent of ['threadId', 'takesReplies']) expect(mail).not.toHaveProperty(absent)
  })

  test('says what the colleague may do', async () => {
    const ana = await invited({ may: 'look' })
    expect((await ask.mail('colleague-invitation', ana._id, toColleague(ana))).subject).toBe('Invitation to see posts')
  })

  test('is obsolete after the answer and the removal', async () => {
    const [accepted, declined] = [await invited(), await invited()]
    await people.accept(people.tokenOf(accepted))
    await people.leave(people.tokenOf(declined))
    for (const ana of [accepted, declined]) expect(await statusOf(ana)).toBe(410)
    const owner = await people.ownerWithPreview()
    const removed: Colleague = (await people.invite(owner)).json()
    await people.remove(owner, removed)
    expect(await statusOf(removed)).toBe(410)
  })

  test('is obsolete after it expired, and after it bounced', async () => {
    const [expired, bounced] = [await invited(), await invited()]
    await people.backdate(expired, '31 days')
    await sql`update colleague set bounced_at = now() where id = ${bounced._id}`.execute(service.db)
    for (const ana of [expired, bounced]) expect(await statusOf(ana)).toBe(410)
  })

  test('goes only to the colleague', async () => {
    const [ana, ben] = [await invited(), await invited()]
    for (const recipient of [toColleague(ben), toAdmin, toOwner({ id: ana._id })])
      expect(await ask.status('colleague-invitation', ana._id, recipient)).toBe(410)
  })
})

describe('an email to the owner about a colleague', () => {
  type Steps = (owner: Reviewer) => Promise<Colleague>
  const joined: Steps = (owner) => people.colleagueOf(owner)
  const declined: Steps = async (owner) => {
    const ana: Colleague = (await people.invite(owner)).json()
    await people.leave(people.tokenOf(ana))
    return ana
  }
  const left: Steps = async (owner) => {
    const ana = await joined(owner)
    await people.leave(people.tokenOf(ana))
    return ana
  }
  const asks: Steps = async (owner) => {
    const ana = await left(owner)
    await people.ask(people.tokenOf(ana))
    return ana
  }
  const topics: [topic: TaskMailTopic, steps: Steps, subject: string][] = [
    ['colleague-joined', joined, 'Ana Ruiz is now your colleague'],
    ['colleague-declined', declined, 'Ana Ruiz declined your invitation'],
    ['colleague-left', left, 'Ana Ruiz is no longer your colleague'],
    ['colleague-asks', asks, 'Ana Ruiz asks to be your colleague again'],
  ]

  test.each(topics)('%s names the colleague', async (topic, steps, subject) => {
    const owner = await people.ownerWithPreview()
    const ana = await steps(owner)
    const mail = await ask.mail(topic, ana._id, toOwner(owner))
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(`Email address: ${ana.email}\n`)
    expect(mail.text).toContain('https://portal.example/management?section=4&show=colleagues\n')
    expect(Object.keys(mail).sort()).toEqual(['html', 'subject', 'text'])
  })

  test.each(topics)('%s is obsolete after the owner removed the colleague', async (topic, steps) => {
    const owner = await people.ownerWithPreview()
    const ana = await steps(owner)
    await people.remove(owner, ana)
    expect(await ask.status(topic, ana._id, toOwner(owner))).toBe(410)
  })

  test.each(topics)('%s goes only to the owner, and only to a confirmed address', async (topic, steps) => {
    const owner = await people.ownerWithPreview()
    const ana = await steps(owner)
    for (const recipient of [toOwner(other), toAdmin, toColleague(ana)]) expect(await ask.status(topic, ana._id, recipient)).toBe(410)
    await sql`update owner_address set is_confirmed = false where owner_id = ${owner.id}`.execute(service.db)
    expect(await ask.status(topic, ana._id, toOwner(owner))).toBe(410)
  })

  test('is obsolete after the colleague has taken another step', async () => {
    const owner = await people.ownerWithPreview()
    const ana = await left(owner)
    expect(await ask.status('colleague-joined', ana._id, toOwner(owner))).toBe(410)
    expect(await ask.status('colleague-asks', ana._id, toOwner(owner))).toBe(410)
    await people.ask(people.tokenOf(ana))
    await people.answer(owner, ana, false)
    expect(await ask.status('colleague-asks', ana._id, toOwner(owner))).toBe(410)
    const ben = await asks(owner)
    await people.answer(owner, ben, true)
    for (const topic of ['colleague-left', 'colleague-asks'] as const) expect(await ask.status(topic, ben._id, toOwner(owner))).toBe(410)
  })
})
