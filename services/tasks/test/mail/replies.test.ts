import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertNote } from '../../src/notes/note.repository.ts'
import { colleagueSteps } from '../colleagues/colleague-steps.ts'
import { reviewer, reviewing } from '../reviews/reviewing.ts'
import { setUp } from '../setup.ts'
import { composing, toAdmin, toColleague, toOwner } from './composing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let ask: ReturnType<typeof composing>
let link: ReturnType<typeof reviewing>
let people: ReturnType<typeof colleagueSteps>
beforeAll(async () => {
  service = await setUp()
  ask = composing(service)
  link = reviewing(service)
  people = colleagueSteps(service)
})
afterAll(() => service.stop())

/** Stores a reply to an email about the first preview of a task, and returns its id. */
async function replied(taskId: string, { isFromRecipient = true, isAutomatic = false, hasAttachments = false } = {}): Promise<string> {
  const id = crypto.randomUUID()
  await service.db.transaction().execute((trx) =>
    insertNote(trx, {
      id,
      task_id: taskId,
      preview_number: 1,
      source: 'email',
      source_id: id,
      text: 'Please use the warmer photo.',
      is_from_recipient: isFromRecipient,
      is_automatic: isAutomatic,
      has_attachments: hasAttachments,
      author: 'maria@harborpine.example',
    }),
  )
  return id
}

test('the owner gets an answer with the review link, which does not quote the reply', async () => {
  const owner = await reviewer(service)
  const { task, token } = await link.linked(owner)
  const mail = await ask.mail('reply-received', await replied(task._id), toOwner(owner))
  expect(mail).toMatchObject({
    subject: 'We got your reply: Previewed',
    isAnswer: true,
    returnId: service.deps.reviewKeys.linkIdOf(token),
    takesReplies: true,
    isTracked: true,
  })
  expect(mail.text).toContain(`Open the review page:\nhttps://portal.example/review/${token}\n`)
  expect(mail.text).not.toMatch(/warmer photo|attached files/)
  for (const absent of ['threadId', 'to', 'unsubscribeUrl']) expect(mail).not.toHaveProperty(absent)
  const withFiles = await ask.mail('reply-received', await replied(task._id, { hasAttachments: true }), toOwner(owner))
  expect(withFiles.text).toContain('We couldn’t save the attached files.')
})

test('a colleague gets an answer with the own link, until the colleague leaves', async () => {
  const owner = await people.ownerWithPreview()
  const ana = await people.colleagueOf(owner, { may: 'look' })
  const { task, tokenFor } = await people.delivered(owner)
  const note = await replied(task._id)
  const mail = await ask.mail('reply-received', note, toColleague(ana))
  expect(mail).toMatchObject({
    to: ana.email,
    isAnswer: true,
    returnId: service.deps.reviewKeys.linkIdOf(tokenFor(ana)),
    unsubscribeUrl: expect.stringContaining(people.tokenOf(ana)),
  })
  expect(mail.text).toContain(`Look at the preview:\nhttps://portal.example/review/${tokenFor(ana)}\n`)
  await people.leave(people.tokenOf(ana))
  expect(await ask.status('reply-received', note, toColleague(ana))).toBe(410)
})

test('without a usable link, the answer opens the portal', async () => {
  const owner = await reviewer(service)
  const { task } = await link.linked(owner)
  await sql`update review_link set revoked_at = now() where task_id = ${task._id}`.execute(service.db)
  const mail = await ask.mail('reply-received', await replied(task._id), toOwner(owner))
  expect(mail.text).toContain(`:\nhttps://portal.example/management?show=task-${task.taskId}\n`)
  expect(mail).not.toHaveProperty('returnId')
})

test('an answer to an unconfirmed address contains no text of the owner', async () => {
  const owner = await reviewer(service)
  const { task } = await link.linked(owner)
  await sql`update owner_address set is_confirmed = false where owner_id = ${owner.id}`.execute(service.db)
  const mail = await ask.mail('reply-received', await replied(task._id), toOwner(owner))
  expect(mail.subject).toBe(`We got your reply: task #${task.taskId}`)
  expect(mail.text + mail.html).not.toMatch(/Previewed|Bakery|\/review\//)
})

test('replies of machines and strangers, and replies from an address that bounces, get no answer', async () => {
  const owner = await reviewer(service)
  const { task } = await link.linked(owner)
  for (const note of [await replied(task._id, { isAutomatic: true }), await replied(task._id, { isFromRecipient: false })])
    expect(await ask.status('reply-received', note, toOwner(owner))).toBe(410)
  const note = await replied(task._id)
  const other = await reviewer(service)
  for (const recipient of [toOwner(other), toAdmin]) expect(await ask.status('reply-received', note, recipient)).toBe(410)
  expect(await ask.status('reply-received', note, toOwner(owner))).toBe(200)
  await sql`update review_link set bounced_at = now() where task_id = ${task._id}`.execute(service.db)
  expect(await ask.status('reply-received', note, toOwner(owner))).toBe(410)
})
