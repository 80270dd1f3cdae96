import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUndecided, insertWrite, recordRefused } from '../../src/writes/write.repository.ts'
import { drop, ORIGIN, type Service, setUp } from '../setup.ts'
import { composing, confirm, ownerWithAddress, toOwner } from './composing.ts'

let service: Service
const ask = composing(() => service)
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

type Owner = Awaited<ReturnType<typeof ownerWithAddress>>

const REASON = 'The row is no longer in the spreadsheet.'
const CUSTOMER = { customerId: 'c-ada', name: 'Ada Marsh' }

/** Stores a change that cannot be written, and returns its id. */
function refused({ company }: Owner, { state = 'refused' as 'conflict' | 'refused', isRefused = true } = {}): Promise<string> {
  const id = crypto.randomUUID()
  return service.db.transaction().execute(async (trx) => {
    await insertWrite(trx, company._id, { id, kind: 'update', ...CUSTOMER, values: { Stage: 'Lost' }, seen: {}, old: [] })
    if (isRefused) await recordRefused(trx, id, { state, problem: REASON })
    return id
  })
}

async function confirmedOwner(): Promise<Owner> {
  const owner = await ownerWithAddress(service)
  await confirm(service, owner)
  return owner
}

test('the owner gets the customer, the change, the reason and a link', async () => {
  const owner = await confirmedOwner()
  const mail = await ask.mail('write-refused', await refused(owner), toOwner(owner))
  expect(mail.subject).toBe('Not saved to your spreadsheet: Ada Marsh')
  expect(mail.text).toContain(`Customer: Ada Marsh\nChange: Edited details\nReason: ${REASON}\n`)
  expect(mail.text).toContain(`${ORIGIN}/management?section=1&person=c-ada\n`)
  expect(Object.keys(mail).sort()).toEqual(['html', 'subject', 'text'])
})

test('the email about a conflict asks which version to keep', async () => {
  const owner = await confirmedOwner()
  const mail = await ask.mail('write-refused', await refused(owner, { state: 'conflict' }), toOwner(owner))
  expect(mail.subject).toBe('Changed in two places: Ada Marsh')
  expect(mail.text).toContain('choose which version to keep')
})

test('the email to an unconfirmed address contains no text of the owner and of the spreadsheet', async () => {
  const owner = await ownerWithAddress(service)
  const { subject, text, html } = await ask.mail('write-refused', await refused(owner), toOwner(owner))
  expect(subject).toBe('Not saved to your spreadsheet: a customer')
  expect(text).toContain('You can see the reason in your portal.')
  expect(text + html).not.toMatch(/Ada Marsh|c-ada|no longer in the spreadsheet/)
})

test('the email is obsolete for other people', async () => {
  const [owner, other] = [await confirmedOwner(), await confirmedOwner()]
  const id = await refused(owner)
  expect(await ask.status('write-refused', id, toOwner(other))).toBe(410)
  for (const kind of ['admin', 'colleague'] as const) expect(await ask.status('write-refused', id, { kind, id: owner.id })).toBe(410)
})

test('the email is obsolete when the owner has discarded or replaced the change', async () => {
  const owner = await confirmedOwner()
  const discarded = await refused(owner)
  expect((await drop(service, owner, discarded)).statusCode).toBe(200)
  expect(await ask.status('write-refused', discarded, toOwner(owner))).toBe(410)
  const replaced = await refused(owner)
  await service.db.transaction().execute((trx) => deleteUndecided(trx, owner.company._id, [CUSTOMER.customerId]))
  expect(await ask.status('write-refused', replaced, toOwner(owner))).toBe(410)
})

test('the email is obsolete while the change is not refused', async () => {
  const owner = await confirmedOwner()
  expect(await ask.status('write-refused', await refused(owner, { isRefused: false }), toOwner(owner))).toBe(410)
})
