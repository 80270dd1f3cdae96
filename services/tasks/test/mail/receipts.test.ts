import { createPublicKey, verify } from 'node:crypto'
import type { ComposedMail } from '@app/contracts/http/mail-content.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { type DecisionRecord, hashedText, type Receipt } from '@app/contracts/rules/decision-record.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleagueSteps } from '../colleagues/colleague-steps.ts'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { giveFeedback, move, read, remove, setUp, taskIn } from '../setup.ts'
import { composing, toAdmin, toColleague, toOwner } from './composing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let ask: ReturnType<typeof composing>
let link: ReturnType<typeof reviewing>
let people: ReturnType<typeof colleagueSteps>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  ask = composing(service)
  link = reviewing(service)
  people = colleagueSteps(service)
  owner = await reviewer(service)
})
afterAll(() => service.stop())

/** Returns the ids of the decisions about a task, oldest first. */
async function decisionsOf({ _id }: Task): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from decision where task_id = ${_id} order by task_version`.execute(service.db)
  return rows.map(({ id }) => id)
}

const receiptOf = (decisionId: string, to = owner): Promise<ComposedMail> => ask.mail('receipt', decisionId, toOwner(to))

/** Approves the preview of a new task through the owner's link. */
async function approved(body: object = {}) {
  const linked = await link.linked(owner)
  await link.approve(linked.token, body)
  const [id = ''] = await decisionsOf(linked.task)
  return { ...linked, id }
}

/** Returns the record in the attached receipt after checking its signature. */
function recordIn({ parts = [] }: ComposedMail): DecisionRecord & { fileName: string } {
  const [file] = parts
  if (file?.kind !== 'file') throw new Error('The email has no attached receipt')
  const { body, previousHash, signature, keyId }: Receipt = JSON.parse(file.content)
  const { key } = service.deps.receiptSigner
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.publicKey }, format: 'jwk' })
  expect(keyId).toBe(key.id)
  expect(verify(null, Buffer.from(hashedText(previousHash, body)), publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  return { ...JSON.parse(body), fileName: file.fileName }
}

test('the receipt for an approval proves the decision, and has the link', async () => {
  const { task, token, id } = await approved()
  const mail = await receiptOf(id)
  expect(mail).toMatchObject({
    subject: 'Approved through your link: Previewed',
    threadId: task._id,
    returnId: service.deps.reviewKeys.linkIdOf(token),
    takesReplies: true,
    isTracked: true,
  })
  expect(mail.text).toMatch(/Version 1 was approved through the link sent to m…@harborpine.example on \w{3}, \w{3} \d+, 2026, .* E[SD]T\./)
  expect(mail.text).toContain(`Undo the approval:\nhttps://portal.example/review/${token}\n`)
  const record = recordIn(mail)
  expect(record).toMatchObject({ kind: 'approve', task: task._id, channel: 'review-link', role: 'owner' })
  expect(record.fileName).toBe(`receipt-${record.number}.json`)
  expect(mail.text).toContain(`Decision record: #${record.number}\nContent hash: ${record.content}\n`)
  expect(await receiptOf(id)).toEqual(mail)
})

test('each decision has the receipt of its own entry in the decision record', async () => {
  const { task, token, id: first } = await approved()
  await link.undo(token, { reason: 'Wrong price' })
  await link.approve(token)
  const [, undo = '', second = ''] = await decisionsOf(task)
  const records = [recordIn(await receiptOf(first)), recordIn(await receiptOf(undo)), recordIn(await receiptOf(second))]
  const [before] = records
  expect(records.map(({ kind, number }) => [kind, number - (before?.number ?? 0)])).toEqual([
    ['approve', 0],
    ['undo', 1],
    ['approve', 2],
  ])
})

test('the receipt for an undo has the reason, and the day of the review', async () => {
  const { task, token } = await approved()
  await link.undo(token, { reason: 'Wrong price' })
  const [, id = ''] = await decisionsOf(task)
  const { subject, text } = await receiptOf(id)
  expect(subject).toBe('Approval undone through your link: Previewed')
  expect(text).toContain('> Wrong price')
  expect(text).toContain(`Decide again:\nhttps://portal.example/review/${token}\n`)
  expect(recordIn(await receiptOf(id)).kind).toBe('undo')
})

test('the receipt for a referral has its feedback, without later feedback', async () => {
  const { task, token } = await link.linked(owner)
  await link.referBack(token, { feedback: 'Warmer' })
  const { version } = (await read(service.app, owner, task._id)).json()
  await giveFeedback(service.app, owner, task._id, { feedback: 'And larger', version: String(version) })
  const [id = ''] = await decisionsOf(task)
  const { subject, text } = await receiptOf(id)
  expect(subject).toBe('Referred back through your link: Previewed')
  expect(text).toContain('> Warmer\n')
  expect(text).not.toContain('And larger')
  expect(text).not.toContain('Did your company write this feedback?')
})

test('the receipt for a referral with signs of a machine asks whether a person wrote the feedback', async () => {
  const { task, token } = await link.linked(owner)
  await link.referBack(token, { pointerOrKey: 'false', heldMs: '0' })
  const [id = ''] = await decisionsOf(task)
  expect((await receiptOf(id)).text).toContain('This feedback looks as if an email app sent it, not a person.')
})

test('after a decision of a colleague, the owner gets the receipt with the owner’s own link', async () => {
  await taskIn(service.app, owner, 'Previewed')
  const ana = await people.colleagueOf(owner)
  const { task, owners, tokenFor } = await people.delivered(owner)
  await link.approve(tokenFor(ana))
  const [id = ''] = await decisionsOf(task)
  const mail = await receiptOf(id)
  expect(mail).toMatchObject({
    subject: 'Approved through Ana Ruiz’s link: Previewed',
    returnId: service.deps.reviewKeys.linkIdOf(owners),
    text: expect.stringContaining('through the link sent to your colleague Ana Ruiz (a…@harborpine.example) on'),
  })
  expect(mail.text).toContain(`Undo the approval:\nhttps://portal.example/review/${owners}\n`)
  expect(mail.text).not.toContain(tokenFor(ana))
  expect(recordIn(mail)).toMatchObject({ kind: 'approve', role: 'colleague' })
  for (const recipient of [toColleague(ana), toAdmin]) expect(await ask.status('receipt', id, recipient)).toBe(410)
})

test('the receipt has the code only while the newest decision is an unconfirmed approval', async () => {
  const { task, token, id } = await approved({ interaction: undefined })
  const code = service.deps.reviewKeys.codeOf('decision-code', id)
  expect(await receiptOf(id)).toMatchObject({
    subject: 'Please confirm the approval: Previewed',
    text: expect.stringContaining(`    ${code}\n\nConfirm the approval:\nhttps://portal.example/review/${token}\n`),
  })
  await link.undo(token)
  expect((await receiptOf(id)).text).not.toContain(code)
  await link.approve(token, { interaction: undefined })
  const [, , second = ''] = await decisionsOf(task)
  const secondCode = service.deps.reviewKeys.codeOf('decision-code', second)
  expect((await receiptOf(id)).text).not.toMatch(new RegExp(`${code}|${secondCode}`))
  expect((await receiptOf(second)).text).toContain(secondCode)
  await link.confirm(token, secondCode)
  expect(await receiptOf(second)).toMatchObject({
    subject: 'Approved through your link: Previewed',
    text: expect.not.stringContaining(secondCode),
  })
})

test('a receipt without a usable link opens the portal', async () => {
  const { task, id } = await approved()
  await sql`update review_link set revoked_at = now() where task_id = ${task._id}`.execute(service.db)
  const mail = await receiptOf(id)
  expect(mail.text).toContain(`Undo the approval:\nhttps://portal.example/management?show=task-${task.taskId}\n`)
  expect(mail).not.toHaveProperty('returnId')
  expect(recordIn(mail).task).toBe(task._id)
})

test('a receipt to an unconfirmed address contains no text of the owner, no link, no code and no signed receipt', async () => {
  const maria = await reviewer(service)
  const { task, token } = await link.linked(maria)
  await link.approve(token, { interaction: undefined })
  await link.undo(token, { reason: 'Wrong price' })
  await link.approve(token, { interaction: undefined })
  await sql`update owner_address set is_confirmed = false where owner_id = ${maria.id}`.execute(service.db)
  const [, undo = '', approval = ''] = await decisionsOf(task)
  for (const id of [undo, approval]) {
    const mail = await receiptOf(id, maria)
    expect(mail).toMatchObject({ subject: expect.stringContaining(`: task #${task.taskId}`), parts: [] })
    expect(mail.text + mail.html).not.toMatch(/Previewed|Bakery|Wrong price|Please keep/)
    expect(mail.text).not.toContain('/review/')
    expect(mail.text).not.toContain(service.deps.reviewKeys.codeOf('decision-code', approval))
    expect(mail).not.toHaveProperty('returnId')
  }
})

test('a receipt is obsolete for another owner, for a decision in the portal, and after the removal of the task', async () => {
  const { task, token, id } = await approved()
  const other = await reviewer(service)
  expect(await ask.status('receipt', id, toOwner(other))).toBe(410)
  await link.undo(token)
  await remove(service.app, owner, task._id)
  expect(await ask.status('receipt', id, toOwner(owner))).toBe(410)

  const { task: second } = await link.linked(owner)
  await move(service.app, owner, second._id, { currentStatus: 'Approved' })
  const [inPortal = ''] = await decisionsOf(second)
  expect(await ask.status('receipt', inPortal, toOwner(owner))).toBe(410)
})
