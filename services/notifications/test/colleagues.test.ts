import { connect } from '@app/chassis/db/connect.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { createReviewAddresses } from '@app/chassis/mail/review-addresses.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import type { EventData } from '@app/contracts/define.ts'
import { ColleagueChanged, ColleagueReturn } from '@app/contracts/events/colleagues.ts'
import { AdminAdded, EmailVerified, PasswordChanged, UserState } from '@app/contracts/events/identity.ts'
import { ReminderSent, ReviewEmailRefused, ReviewEmailSent } from '@app/contracts/events/notifications.ts'
import {
  PreviewCompleted,
  PreviewUploaded,
  ReminderRequested,
  ReviewLinkRequested,
  ReviewSnoozed,
  TaskApproved,
} from '@app/contracts/events/tasks.ts'
import type { Kysely, Transaction } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { trackColleague } from '../src/colleagues/track-colleague.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { reportColleague } from '../src/reactions/colleagues.ts'
import { remindOnRequest } from '../src/reminders/remind.ts'
import { trackPreview } from '../src/reminders/track-previews.ts'
import { eventHandler } from './support/event-handler.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { reviewKeys, reviewMails } from './support/review-mails.ts'
import { decisionData, previewData } from './support/task-events.ts'

const URL = 'https://portal.example'
const ADDRESS_KEY = Buffer.alloc(32, 5).toString('base64')
const addresses = createReviewAddresses({ REPLY_DOMAIN: 'reply.example', MAIL_ADDRESS_KEY: ADDRESS_KEY })
const owner = { userId: crypto.randomUUID(), email: 'maria@harborpine.example', username: 'Maria' }
const company = { companyProfileId: crypto.randomUUID(), companyName: 'Harbor Pine', ownerId: owner.userId }
const mails = reviewMails(URL)

let database: TestDatabase
let db: Kysely<Tables>
let relay: TestRelay
let replica: Replica

const handle = eventHandler(() => db, mails)

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  db = connect<Tables>({ url: database.url, schema: 'notifications', max: 5, onIdleError: () => {} })
  relay = await startRelay()
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url, reviewAddresses: addresses })
})
afterAll(async () => {
  await replica.stop()
  await relay.close()
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  await handle(UserState, { ...owner, role: 'owner', emailVerified: false })
  await handle(EmailVerified, owner, 2)
  await handle(AdminAdded, { userId: crypto.randomUUID(), email: 'admin@example.com', username: 'Ada' })
})
afterEach(async () => {
  await untilSent()
  const tables = [
    'mail',
    'work',
    'recipient',
    'outbox',
    'notification',
    'waiting_preview',
    'reminder',
    'review_setting',
    'colleague',
    'colleague_link',
    'bounced_address',
  ] as const
  for (const table of tables) await db.deleteFrom(table).execute()
  relay.mails.length = 0
})

const untilSent = () => eventually(async () => db.selectFrom('mail').select('id').where('state', '=', 'queued').execute()).toEqual([])
const mailsTo = (address: string) => relay.mails.filter((mail) => [mail.to ?? []].flat()[0]?.text === address)
/** Returns a header as it was sent. */
const headerOf = (mail: ReturnType<typeof mailsTo>[number] | undefined, name: string): string | undefined =>
  mail?.headerLines.find(({ key }) => key === name)?.line.replace(/\r?\n\s+/g, ' ')
const ONE_CLICK = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'
const textOf = (mail: { text?: string } | undefined): string => (mail?.text ?? '').replaceAll(/\s+/g, ' ')

/** Handles an event about a colleague in a given transaction. */
async function reportAfterTracking(trx: Transaction<Tables>, event: Parameters<typeof reportColleague>[1]): Promise<void> {
  await trackColleague(trx, event)
  await reportColleague(trx, event, mails)
}

type Changed = EventData<typeof ColleagueChanged>
let lastColleague = 0

/** Returns the data of an event about a new colleague. */
function newColleague(changes: Partial<Changed> = {}): Changed {
  lastColleague += 1
  const email = `ana.${lastColleague}@harborpine.example`
  return {
    ...company,
    colleagueId: crypto.randomUUID(),
    email,
    name: 'Ana Ruiz',
    may: 'decide',
    state: 'invited',
    hasBounced: false,
    change: 'invited',
    ...changes,
  }
}

/** Adds an active colleague. The owner gets no email about this event. */
async function active(changes: Partial<Changed> = {}): Promise<Changed> {
  const colleague = newColleague({ state: 'active', change: 'may-changed', ...changes })
  await handle(ColleagueChanged, colleague, 2)
  return colleague
}

let lastTask = 40
function newTask() {
  lastTask += 1
  return {
    ...company,
    _id: crypto.randomUUID(),
    taskId: lastTask,
    title: `Winter bread ${lastTask}`,
    currentStatus: 'Pending' as const,
    targetPostingDate: '2026-12-07',
    submissionForReview: null,
    doneTaskImage: null,
    previewNo: 1,
  }
}

const linkFor = (recipientKind: 'owner' | 'colleague', recipientId: string) => ({ id: crypto.randomUUID(), recipientKind, recipientId })
const urlOf = ({ id }: { id: string }): string => `${URL}/review/${reviewKeys.tokenOf(id)}`

/** Delivers a preview with a link for the owner and one for each colleague. */
async function deliver(colleagues: readonly Changed[], task = newTask()) {
  const links = colleagues.map(({ colleagueId }) => linkFor('colleague', colleagueId))
  const owners = linkFor('owner', owner.userId)
  await handle(PreviewUploaded, { ...previewData(), ...task, reviewLinks: [owners, ...links] }, 2)
  return { task, owners, links }
}

describe('the invitation', () => {
  it('contains no text of the owner except the company’s name, and has links to accept and to decline without an account', async () => {
    const colleague = newColleague({ name: 'Ana Ruiz', invitationExpiresAt: '2999-01-01T00:00:00.000Z' })
    await handle(ColleagueChanged, colleague)
    await untilSent()
    const [mail] = mailsTo(colleague.email)
    const token = reviewKeys.invitationTokenOf(colleague.colleagueId)
    expect(mail?.subject).toBe('Invitation to review posts')
    expect(textOf(mail)).toContain('Name of the business: “Harbor Pine”')
    expect(mail?.text).toContain(`${URL}/review/invitation/${token}`)
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('Ana')
    expect(headerOf(mail, 'list-unsubscribe')).toBe(`List-Unsubscribe: <${URL}/api/review/invitation/${token}/leave>`)
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe(ONE_CLICK)
    const stored = await db.selectFrom('mail').select(['text', 'html']).where('template', '=', 'colleague-invitation').execute()
    expect(stored).toEqual([{ text: null, html: null }])
  })

  it('does not mention a review to a person who may only look', async () => {
    const colleague = newColleague({ may: 'look' })
    await handle(ColleagueChanged, colleague)
    await untilSent()
    const [mail] = mailsTo(colleague.email)
    expect(mail?.subject).toBe('Invitation to see posts')
    expect(mail?.text).not.toMatch(/review(?!\/)/)
    expect(mail?.text).toContain('Decline: no emails about this company')
  })

  it.each(['Win at prizes.example', 'Call 803 555 0100 now', 'me@prizes.example', 'http://prizes'])(
    'does not show the company name %s',
    async (companyName) => {
      const colleague = newColleague({ companyName })
      await handle(ColleagueChanged, colleague)
      await untilSent()
      const [mail] = mailsTo(colleague.email)
      expect(mail?.subject).toBe('Invitation to review posts')
      for (const part of [mail?.subject, mail?.text, String(mail?.html)]) expect(part).not.toContain(companyName)
    },
  )

  it('shows a company name that reads like a warning only as a fact in quotation marks', async () => {
    const colleague = newColleague({ companyName: 'Your account is locked!\nLog in now' })
    await handle(ColleagueChanged, colleague)
    await untilSent()
    const [mail] = mailsTo(colleague.email)
    expect(mail?.subject).toBe('Invitation to review posts')
    expect(mail?.text?.split('\n').filter((line) => line.includes('account is locked'))).toEqual([
      'Name of the business: “Your account is locked Log in now”',
    ])
  })

  it('is not sent if the owner has removed the colleague in the meantime, and not twice', async () => {
    const removed = newColleague()
    await handle(ColleagueChanged, { ...removed, state: 'removed', change: 'removed' }, 2)
    await handle(ColleagueChanged, removed, 1)
    const invited = newColleague()
    const event = envelope(ColleagueChanged, invited, 1) as never
    for (let count = 0; count < 2; count += 1) await inTransaction(db, (trx) => reportAfterTracking(trx, event))
    await untilSent()
    expect(mailsTo(removed.email)).toEqual([])
    expect(mailsTo(invited.email)).toHaveLength(1)
  })

  it.each([
    ['before', [1, 2]],
    ['after', [2, 1]],
  ])('is sent if its event arrives %s the event about a changed right', async (_order, versions) => {
    const colleague = newColleague()
    await inTransaction(db, async (trx) => {
      // Both events are handled in one transaction, so that no worker sends the invitation before the other event.
      for (const version of versions) {
        const change = version === 1 ? 'invited' : 'may-changed'
        await reportAfterTracking(trx, envelope(ColleagueChanged, { ...colleague, change, may: 'look' }, version) as never)
      }
    })
    await untilSent()
    expect(mailsTo(colleague.email)).toHaveLength(1)
  })

  it('has a return path, and the rejection of the address is published with the id of the colleague', async () => {
    const colleague = newColleague()
    relay.refusals.push('550 5.1.1 unknown')
    await handle(ColleagueChanged, colleague)
    await untilSent()
    const [event] = await outboxOf(db as never, ReviewEmailRefused)
    expect(event?.data).toEqual({ reviewLinkId: colleague.colleagueId, status: '5.1.1' })
    const another = newColleague()
    await handle(ColleagueChanged, another)
    await untilSent()
    expect(relay.senders.at(-1)).toBe(addresses?.addressOf('bounce', another.colleagueId))
  })
})

it('the owner gets an email when a colleague joins, declines, leaves or asks to come back, and not about own changes', async () => {
  const colleague = newColleague()
  const report = (changes: Partial<Changed>, version: number) => handle(ColleagueChanged, { ...colleague, ...changes }, version)
  await report({ state: 'active', change: 'accepted' }, 2)
  await report({ state: 'active', change: 'may-changed', may: 'look' }, 3)
  await report({ state: 'left', change: 'left' }, 4)
  const { change: _change, ...facts } = colleague
  await handle(ColleagueReturn, { ...facts, state: 'left', step: 'asked' }, 5)
  await handle(ColleagueReturn, { ...facts, state: 'active', step: 'accepted' }, 6)
  await report({ state: 'left', change: 'left', hasDeclined: true }, 7)
  await report({ state: 'removed', change: 'removed' }, 8)
  await untilSent()
  const emails = Map.groupBy(mailsTo(owner.email), ({ subject }) => subject)
  expect([...emails.keys()].sort()).toEqual([
    'Ana Ruiz asks to be your colleague again',
    'Ana Ruiz declined your invitation',
    'Ana Ruiz is no longer your colleague',
    'Ana Ruiz is now your colleague',
  ])
  const [asks] = emails.get('Ana Ruiz asks to be your colleague again') ?? []
  expect(textOf(asks)).toContain(colleague.email)
  expect(asks?.text).toContain(`${URL}/management?section=4&show=colleagues`)
})

it('the owner gets a notification when a colleague accepts, when a colleague leaves, and when an email bounces', async () => {
  const colleague = newColleague()
  const look = newColleague({ name: 'Ben Ode', may: 'look' })
  await handle(ColleagueChanged, { ...colleague, state: 'active', change: 'accepted' }, 2)
  await handle(ColleagueChanged, { ...look, state: 'active', change: 'accepted' }, 2)
  await handle(ColleagueChanged, { ...look, state: 'active', change: 'bounced', hasBounced: true }, 3)
  await handle(ColleagueChanged, { ...colleague, state: 'left', change: 'left' }, 3)
  const rows = await db
    .selectFrom('notification')
    .select('message')
    .where('audience_user', '=', owner.userId)
    .where('message', '<>', '')
    .orderBy('id')
    .execute()
  expect(rows.map(({ message }) => message)).toEqual([
    'Ana Ruiz accepted your invitation and can now decide on previews.',
    'Ben Ode accepted your invitation and can now look at previews.',
    'We couldn’t deliver our email to Ben Ode. Please check the email address.',
    'Ana Ruiz no longer gets emails about your previews.',
  ])
})

describe('the email about a preview', () => {
  it('contains the recipient’s own link, and for a colleague also a link to leave', async () => {
    const [decider, looker] = [await active(), await active({ may: 'look' })]
    const { owners, links } = await deliver([decider, looker])
    await untilSent()
    const texts = [owner.email, decider.email, looker.email].map((address) => textOf(mailsTo(address)[0]))
    const urls = [owners, ...links].map(urlOf)
    for (const [at, text] of texts.entries()) for (const [other, url] of urls.entries()) expect(text.includes(url)).toBe(at === other)
    expect(texts[1]).toContain('Approve…')
    expect(texts[2]).toContain('Look at the preview')
    expect(texts[2]).not.toMatch(/Approve|refer/i)
    const leave = `${URL}/review/invitation/${reviewKeys.invitationTokenOf(decider.colleagueId)}`
    expect(texts[1]).toContain(leave)
    expect(texts[0]).not.toContain('/review/invitation/')
    expect(headerOf(mailsTo(owner.email)[0], 'list-unsubscribe-post')).toBeUndefined()
    expect(headerOf(mailsTo(decider.email)[0], 'list-unsubscribe-post')).toBe(ONE_CLICK)
    expect((await outboxOf(db as never, ReviewEmailSent)).map(({ subject }) => subject).toSorted()).toEqual(
      [owners, ...links].map(({ id }) => id).toSorted(),
    )
  })

  it('is not sent to a colleague who left, was removed or whose address bounced', async () => {
    const gone = [
      await active({ state: 'left' }),
      await active({ state: 'removed', change: 'removed' }),
      await active({ change: 'bounced', hasBounced: true }),
    ]
    await deliver(gone)
    await untilSent()
    expect(mailsTo(owner.email)).toHaveLength(1)
    for (const { email } of gone) expect(mailsTo(email)).toEqual([])
  })

  it('is queued only after the event that the colleague accepted has arrived', async () => {
    const colleague = newColleague()
    await expect(deliver([colleague])).rejects.toThrow('accepted has not arrived')
    await handle(ColleagueChanged, colleague)
    await untilSent()
    const task = newTask()
    await expect(deliver([colleague], task)).rejects.toThrow('accepted')
    await handle(ColleagueChanged, { ...colleague, state: 'active', change: 'accepted' }, 2)
    await deliver([colleague], task)
    await untilSent()
    expect(mailsTo(colleague.email).map(({ subject }) => subject)).toEqual([
      'Invitation to review posts',
      `Ready for your review: ${task.title}`,
    ])
  })

  it('is cancelled when the colleague is removed before it was sent', async () => {
    const colleague = await active()
    const picture = { kind: 'image' as const, thumbnail: null, width: 40, height: 40, durationMs: null }
    const task = { ...newTask(), previewId: crypto.randomUUID(), caption: 'Bread', files: [picture] }
    const { links } = await deliver([colleague], task)
    await handle(ColleagueChanged, { ...colleague, state: 'removed', change: 'removed' }, 3)
    await handle(PreviewCompleted, {
      ...previewData(),
      ...task,
      files: [{ ...picture }],
      reviewLinks: [linkFor('owner', owner.userId), ...links],
    })
    await untilSent()
    expect(mailsTo(owner.email)).toHaveLength(1)
    expect(mailsTo(colleague.email)).toEqual([])
    const row = await db.selectFrom('mail').select(['state', 'text']).where('recipient', '=', colleague.email).execute()
    expect(row).toEqual([{ state: 'failed', text: null }])
  })

  it('with the thumbnails contains the recipient’s own link', async () => {
    const colleague = await active()
    const picture = { kind: 'image' as const, thumbnail: null, width: 40, height: 40, durationMs: null }
    const task = { ...newTask(), previewId: crypto.randomUUID(), caption: 'Bread', files: [picture] }
    const { owners, links } = await deliver([colleague], task)
    await handle(PreviewCompleted, { ...previewData(), ...task, reviewLinks: [owners, ...links] })
    await untilSent()
    const [owners1, colleagues1] = [textOf(mailsTo(owner.email)[0]), textOf(mailsTo(colleague.email)[0])]
    expect([owners1.includes(urlOf(owners)), colleagues1.includes(urlOf(owners))]).toEqual([true, false])
    expect(colleagues1).toContain(links[0] && urlOf(links[0]))
  })

  it('with a new link goes only to the colleague who asked for it', async () => {
    const colleague = await active()
    const link = linkFor('colleague', colleague.colleagueId)
    await handle(ReviewLinkRequested, { ...previewData(), ...newTask(), reviewLinks: [link] })
    await untilSent()
    expect(mailsTo(owner.email)).toEqual([])
    expect(textOf(mailsTo(colleague.email)[0])).toContain(urlOf(link))
  })
})

it('the receipt goes to the owner, names the colleague, and contains the owner’s own link', async () => {
  const colleague = await active()
  const task = newTask()
  const [reviewLink, ownersLink] = [linkFor('colleague', colleague.colleagueId), linkFor('owner', owner.userId)]
  const data = {
    ...task,
    currentStatus: 'Approved' as const,
    channel: 'review-link' as const,
    decisionId: crypto.randomUUID(),
    reviewLink,
    ownersLink,
    sentTo: 'a…@harborpine.example',
    colleagueName: 'Ana Ruiz',
  }
  await handle(TaskApproved, { ...decisionData(), ...data }, 3)
  await untilSent()
  const [receipt] = mailsTo(owner.email)
  expect(receipt?.subject).toBe(`Approved through Ana Ruiz’s link: ${task.title}`)
  expect(textOf(receipt)).toContain('through the link sent to your colleague Ana Ruiz (a…@harborpine.example) on ')
  expect(receipt?.text).toContain(urlOf(ownersLink))
  expect(receipt?.text).not.toContain(urlOf(reviewLink))
  expect(mailsTo(colleague.email)).toEqual([])
})

describe('a reminder', () => {
  const remind = (task: ReturnType<typeof newTask>) => handle(ReminderRequested, task)
  /** Previews are delivered, and their emails are sent, before the reminder. */
  async function waiting(colleagues: readonly Changed[]) {
    const delivered = await deliver(colleagues)
    await untilSent()
    relay.mails.length = 0
    return delivered
  }

  it('goes to the owner and to colleagues who may decide, each with own links', async () => {
    const [decider, looker] = [await active(), await active({ may: 'look' })]
    const { task, owners, links } = await waiting([decider, looker])
    await remind(task)
    await untilSent()
    expect(textOf(mailsTo(owner.email)[0])).toContain(urlOf(owners))
    const [colleagues] = mailsTo(decider.email)
    expect(textOf(colleagues)).toContain(links[0] && urlOf(links[0]))
    expect(textOf(colleagues)).not.toContain(urlOf(owners))
    expect(textOf(colleagues)).toContain('/review/invitation/')
    expect(mailsTo(looker.email)).toEqual([])
    // Only the owner's reminder counts as a reminder of the preview.
    await expect.poll(async () => (await outboxOf(db as never, ReminderSent)).map(({ data }) => data.recipientId)).toEqual([owner.userId])
    const row = await db.selectFrom('waiting_preview').select('reminded').where('task_id', '=', task._id).executeTakeFirst()
    expect(row?.reminded).toBe(1)
  })

  it('is cancelled for all recipients by a decision', async () => {
    const colleague = await active()
    const { task } = await waiting([colleague])
    await inTransaction(db, async (trx) => {
      // Both events are handled in one transaction, so that no worker sends the reminder before the decision.
      await remindOnRequest(trx, envelope(ReminderRequested, task) as never, mails)
      await trackPreview(trx, envelope(TaskApproved, { ...decisionData(), ...task, currentStatus: 'Approved' }, 3) as never, mails)
    })
    await untilSent()
    expect([mailsTo(owner.email), mailsTo(colleague.email)]).toEqual([[], []])
    const rows = await db.selectFrom('reminder').select('state').execute()
    expect(rows).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }])
  })

  it('can be postponed by a colleague, without an effect on the owner’s reminders', async () => {
    const colleague = await active()
    const { task, links } = await waiting([colleague])
    const reviewLink = links[0] ?? expect.unreachable()
    await handle(ReviewSnoozed, { ...task, reviewLink, until: '2999-01-01' })
    await remind(task)
    await untilSent()
    expect(mailsTo(owner.email)).toHaveLength(1)
    expect(mailsTo(colleague.email)).toEqual([])
  })

  it('is not sent to a colleague after the removal, or after a password reset of the owner', async () => {
    const [gone, stays] = [await active(), await active()]
    const { task } = await waiting([gone, stays])
    await handle(ColleagueChanged, { ...gone, state: 'removed', change: 'removed' }, 3)
    await remind(task)
    await untilSent()
    expect([mailsTo(gone.email).length, mailsTo(stays.email).length]).toEqual([0, 1])
    relay.mails.length = 0
    await handle(PasswordChanged, { ...owner, tokensInvalidBefore: 1 })
    await remind(task)
    await untilSent()
    expect(mailsTo(stays.email)).toEqual([])
    expect(mailsTo(owner.email).some(({ subject }) => subject?.startsWith('Waiting for your review'))).toBe(true)
  })
})
