import { createHash, createPublicKey, verify } from 'node:crypto'
import { connect } from '@app/chassis/db/connect.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { TaskApproved } from '@app/contracts/events/tasks.ts'
import type { RecordEntry } from '@app/contracts/http/company-record.ts'
import { FIRST_PREVIOUS_HASH, type Receipt } from '@app/contracts/rules/decision-record.ts'
import type { ChainedRecord } from '@app/contracts/rules/record-chain.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Tables } from '../src/db/tables.ts'
import { receiptOfDecision } from '../src/mail/signed-receipt.ts'
import { type Reviewer, reviewer, reviewing } from './reviews/reviewing.ts'
import { admin, deliver, move, type Person, remove, setUp, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let link: ReturnType<typeof reviewing>
beforeAll(async () => {
  service = await setUp()
  link = reviewing(service)
})
afterAll(() => service.stop())

const get = (caller: Person, path: string) => service.app.inject({ url: `/company-record/${path}`, headers: caller.headers })
const entries = async (owner: Reviewer): Promise<RecordEntry[]> => (await get(owner, owner.company._id)).json()

function connectAsSuperuser() {
  const db = connect<Tables>({ url: service.adminUrl, schema: 'tasks', max: 1, onIdleError: () => {} })
  onTestFinished(() => db.destroy())
  return db
}

/** Returns the lines of the export after the line with the keys. */
async function exported(owner: Reviewer): Promise<ChainedRecord[]> {
  const { body } = await get(owner, `${owner.company._id}/record.jsonl`)
  return body
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line))
}

test('each decision is recorded in the portal, through a review link and by an admin, with the next number of the company', async () => {
  const owner = await reviewer(service)
  const { task, token } = await link.linked(owner)
  await link.approve(token)
  await link.undo(token)
  await move(service.app, owner, task._id, { currentStatus: 'Approved' })
  await move(service.app, admin, task._id, { currentStatus: 'Posted', adminPostComment: 'Live' })
  const { token: second } = await link.linked(owner)
  await link.referBack(second)

  const all = await entries(owner)
  expect(all.map(({ number, kind, channel, role }) => [number, kind, channel, role])).toEqual([
    [5, 'refer-back', 'review-link', 'owner'],
    [4, 'launch', 'portal', 'admin'],
    [3, 'approve', 'portal', 'owner'],
    [2, 'undo', 'review-link', 'owner'],
    [1, 'approve', 'review-link', 'owner'],
  ])
  expect(all[4]).toMatchObject({
    taskId: task.taskId,
    title: task.title,
    previewNo: 1,
    decider: 'maria@harborpine.example',
    hasSigns: false,
  })
  expect(all[4]?.contentHash).toMatch(/^[0-9a-f]{64}$/)
  expect(all.map(({ decider }) => decider)).toEqual(['maria@harborpine.example', null, ...Array(3).fill('maria@harborpine.example')])

  const first: RecordEntry[] = (await get(owner, `${owner.company._id}?limit=2`)).json()
  expect(first.map(({ number }) => number)).toEqual([5, 4])
})

test('an unconfirmed approval that an admin accepts is recorded with its signs, as a confirmation and as a launch', async () => {
  const owner = await reviewer(service)
  const { task, token } = await link.linked(owner)
  await link.approve(token, { interaction: { pointerOrKey: false, heldMs: 0, automated: true } })
  await move(service.app, admin, task._id, { currentStatus: 'Posted', adminPostComment: 'Live', acceptUnconfirmed: true })
  const all = await entries(owner)
  expect(all.map(({ kind, role, hasSigns }) => [kind, role, hasSigns])).toEqual([
    ['launch', 'admin', false],
    ['confirm', 'admin', false],
    ['approve', 'owner', true],
  ])
})

test('the export is a chain of SHA-256 hashes without names, and a receipt is signed with a key of the export', async () => {
  const owner = await reviewer(service)
  const { task, token } = await link.linked(owner)
  await link.approve(token)
  await link.undo(token, { reason: 'Maria said no' })

  const { body, headers } = await get(owner, `${owner.company._id}/record.jsonl`)
  expect(headers['content-type']).toContain('application/jsonl')
  for (const secret of ['maria', 'harborpine', owner.id, task.title, 'said no']) expect(body.toLowerCase()).not.toContain(secret)
  const [header, ...records] = body.trimEnd().split('\n')
  const { keys, company } = JSON.parse(header ?? '')
  expect(company).toBe(owner.company._id)

  let previous = FIRST_PREVIOUS_HASH
  for (const record of records.map((line): ChainedRecord => JSON.parse(line))) {
    expect(record.previousHash).toBe(previous)
    expect(record.hash).toBe(
      createHash('sha256')
        .update(record.previousHash + record.body)
        .digest('hex'),
    )
    previous = record.hash
  }

  const events = await outboxOf(service.db as never, TaskApproved)
  const { decisionId = '' } = events.find(({ subject }) => subject === task._id)?.data ?? {}
  const receipt: Receipt = JSON.parse((await receiptOfDecision(service.deps, task, decisionId))?.receipt ?? '')
  const { body: firstBody, hash } = JSON.parse(records[0] ?? '')
  expect(receipt).toMatchObject({ body: firstBody, hash, previousHash: FIRST_PREVIOUS_HASH })
  const { publicKey } = keys.find(({ id }: { id: string }) => id === receipt.keyId)
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  expect(verify(null, Buffer.from(receipt.previousHash + receipt.body), key, Buffer.from(receipt.signature, 'base64url'))).toBe(true)
})

test('50 parallel decisions about tasks of a company leave an unbroken chain', { tags: 'nightly' }, async () => {
  const owner = await reviewer(service)
  const tasks = await Promise.all(Array.from({ length: 50 }, () => taskIn(service.app, owner, 'Previewed')))
  const statuses = await Promise.all(tasks.map(({ _id }) => move(service.app, owner, _id, { currentStatus: 'Approved' })))
  expect(new Set(statuses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect((await get(owner, `${owner.company._id}/verify`)).json()).toMatchObject({ count: 50, problem: null })
  expect((await exported(owner)).map(({ body }) => JSON.parse(body).number)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
})

test('a decision that is rolled back leaves no gap', async () => {
  const owner = await reviewer(service)
  const [first, second] = [await taskIn(service.app, owner, 'Previewed'), await taskIn(service.app, owner, 'Previewed')]
  const superuser = connectAsSuperuser()
  // The event cannot be stored, so the decision and its record are rolled back.
  await sql`alter table outbox add constraint refuses_events check (false) not valid`.execute(superuser)
  expect((await move(service.app, owner, first._id, { currentStatus: 'Approved' })).statusCode).toBe(500)
  await sql`alter table outbox drop constraint refuses_events`.execute(superuser)
  expect(await entries(owner)).toEqual([])
  for (const { _id } of [second, first]) await move(service.app, owner, _id, { currentStatus: 'Approved' })
  expect((await entries(owner)).map(({ number }) => number)).toEqual([2, 1])
  expect((await get(owner, `${owner.company._id}/verify`)).json()).toMatchObject({ count: 2, problem: null })
})

test('a user can check records 30 times an hour', async () => {
  const owner = await reviewer(service)
  const check = async () => (await get(owner, `${owner.company._id}/verify`)).statusCode
  for (let times = 0; times < 30; times += 1) expect(await check()).toBe(200)
  const refused = await get(owner, `${owner.company._id}/verify`)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '120'])
})

test('the database rejects a change, a removal and a truncation', async () => {
  const owner = await reviewer(service)
  for (let times = 0; times < 3; times += 1) await taskIn(service.app, owner, 'Approved')
  const of = sql`company_id = ${owner.company._id} and number = 2`
  const change = sql`update decision_record set body = replace(body, '"approve"', '"undo"') where ${of}`
  for (const refused of [change, sql`delete from decision_record where ${of}`])
    await expect(refused.execute(service.db)).rejects.toThrow('The decision record can only be extended')
  await expect(sql`truncate decision_record`.execute(service.db)).rejects.toThrow()
  const chain = sql`where company_id = ${owner.company._id}`
  for (const refused of [
    sql`delete from record_key`,
    sql`update record_key set public_key = 'AAAA'`,
    sql`delete from record_chain ${chain}`,
    sql`update record_chain set last_number = 1 ${chain}`,
    sql`update record_chain set subject_key = '\\x00', last_number = last_number + 1 ${chain}`,
  ])
    await expect(refused.execute(service.db)).rejects.toThrow('The decision record can only be extended')
  for (const table of ['record_key', 'record_chain'])
    await expect(sql`truncate ${sql.table(table)}`.execute(connectAsSuperuser())).rejects.toThrow(
      'The decision record can only be extended',
    )

  expect((await get(admin, `${owner.company._id}/verify`)).json()).toMatchObject({ count: 3, problem: null })
  const { lastHash } = (await get(owner, `${owner.company._id}/verify`)).json()
  expect(lastHash).toBe((await entries(owner))[0]?.hash)
})

test('the check finds records that an administrator of the database changed or removed', async () => {
  const superuser = connectAsSuperuser()
  async function check(work: (of: RawBuilder<unknown>) => RawBuilder<unknown>) {
    const owner = await reviewer(service)
    for (let times = 0; times < 3; times += 1) await taskIn(service.app, owner, 'Approved')
    await superuser.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await work(sql`company_id = ${owner.company._id}`).execute(trx)
    })
    return (await get(owner, `${owner.company._id}/verify`)).json()
  }

  const changed = await check(
    (of) => sql`update decision_record set body = replace(body, '"approve"', '"undo"') where ${of} and number = 2`,
  )
  expect(changed).toMatchObject({ count: 1, problem: { number: 2, message: 'The hash does not fit to the text of the record.' } })
  const removed = await check((of) => sql`delete from decision_record where ${of} and number = 2`)
  expect(removed).toMatchObject({ count: 1, problem: { number: 3 } })
  const last = await check((of) => sql`delete from decision_record where ${of} and number = 3`)
  expect(last).toMatchObject({ count: 2, problem: { number: 3, message: 'The record is missing.' } })
})

test('the record outlives the task, and an erased address is no longer shown', async () => {
  const owner = await reviewer(service)
  const { task, token } = await link.linked(owner)
  await link.referBack(token)
  expect((await remove(service.app, owner, task._id)).statusCode).toBeLessThan(300)
  expect(await entries(owner)).toMatchObject([
    { kind: 'refer-back', title: null, taskId: task.taskId, decider: 'maria@harborpine.example' },
  ])
  await sql`delete from record_subject where company_id = ${owner.company._id}`.execute(service.db)
  expect(await entries(owner)).toMatchObject([{ kind: 'refer-back', decider: null }])
  expect((await get(owner, `${owner.company._id}/verify`)).json()).toMatchObject({ count: 1, problem: null })
})

test('a repeated decision is recorded once', async () => {
  const owner = await reviewer(service)
  const { _id } = await taskIn(service.app, owner, 'Previewed')
  for (let times = 0; times < 3; times += 1) await move(service.app, owner, _id, { currentStatus: 'Approved' })
  await deliver(service.app, _id)
  expect(await entries(owner)).toHaveLength(1)
})

test('the CSV file has a line for each record, and guards titles against formulas', async () => {
  const owner = await reviewer(service)
  const task = await taskIn(service.app, owner, 'Approved')
  await sql`update task set title = '=1+1' where id = ${task._id}`.execute(service.db)
  const { body, headers } = await get(owner, `${owner.company._id}/record.csv`)
  expect(headers['content-type']).toContain('text/csv')
  const lines = body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(',approve,')
  expect(lines[1]).toContain("'=1+1")
})

test('only the owner of the company and admins can read the record, also with an id in upper case', async () => {
  const owner = await reviewer(service)
  const stranger = await ownerWithCompany(service.deps)
  await taskIn(service.app, owner, 'Approved')
  const inUpperCase = owner.company._id.toUpperCase()
  expect((await get(owner, inUpperCase)).json()).toEqual(await entries(owner))
  expect((await get(owner, `${inUpperCase}/verify`)).json()).toMatchObject({ count: 1, problem: null })
  expect((await get(owner, `${inUpperCase}/record.jsonl`)).body).toBe((await get(owner, `${owner.company._id}/record.jsonl`)).body)
  expect((await get(stranger, inUpperCase)).statusCode).toBe(404)
  for (const path of ['', '/verify', '/record.csv', '/record.jsonl']) {
    expect((await get(stranger, owner.company._id + path)).statusCode).toBe(404)
    expect((await get(admin, owner.company._id + path)).statusCode).toBe(200)
    expect((await service.app.inject({ url: `/company-record/${owner.company._id}${path}` })).statusCode).toBe(401)
  }
})

test('a cursor that no list contains is refused', async () => {
  const owner = await reviewer(service)
  for (const key of ['["a"]', '[2147483648]', '[9007199254740991]', '[-2147483649]', '[1e300]', '[1,2]']) {
    const cursor = Buffer.from(key).toString('base64url')
    expect((await get(owner, `${owner.company._id}?cursor=${cursor}`)).statusCode, key).toBe(400)
  }
})
