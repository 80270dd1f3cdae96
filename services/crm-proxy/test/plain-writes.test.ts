import { RecipientUnsubscribed } from '@app/contracts/events/campaigns.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { idleScript, plainScript } from './plain-script.ts'
import {
  ADA,
  add,
  asShownInSheet,
  BEN,
  HEADERS,
  listedCustomers,
  merge,
  type Owner,
  ownerWithSheet,
  type Service,
  setUp,
  update,
  work,
} from './setup.ts'

const CLEO = {
  'First Name': 'Cleo',
  'Last Name': 'Dune',
  'Email id': 'cleo@dune.example',
  'Mobile No': '0803555',
  'Lead Date': '2026-04-09',
}
const CLEO_SHOWN = ['Cleo', 'Dune', 'cleo@dune.example', '803555', 'Lead', '4/9/2026', '', 'Yes', '', 'made-3']

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

const writesOf = async (owner: Owner) => (await listedCustomers(service, owner)).writes

test('a new entry is posted as specified, and the next write changes the row that the script added', async () => {
  const owner = await ownerWithSheet(service, { script: plainScript })
  const { write } = (await add(service, owner, CLEO)).json()
  await listedCustomers(service, owner)
  await update(service, owner, write.customerId, { values: { Stage: 'Lost' } })
  await work(service, owner)
  expect(await owner.sheet.rows()).toEqual([HEADERS, asShownInSheet(ADA), asShownInSheet(BEN), CLEO_SHOWN.with(4, 'Lost')])
  expect(await writesOf(owner)).toEqual([])
})

test('a change is posted with the whole row; it is a conflict if the sheet differs from what the caller saw', async () => {
  const owner = await ownerWithSheet(service, { script: plainScript })
  await listedCustomers(service, owner)
  await update(service, owner, 'c-ada', { values: { Stage: 'Customer', 'Customer date': '2026-05-06' } })
  await work(service, owner)
  expect((await owner.sheet.rows())[1]).toEqual(
    asShownInSheet([...ADA.slice(0, 4), 'Customer', '2026-03-02', '2026-05-06', ...ADA.slice(7)]),
  )
  await owner.sheet.type(2, 5, 'Lost')
  await update(service, owner, 'c-ada', { values: { Stage: 'Lead' }, seen: { Stage: 'Customer' } })
  await work(service, owner)
  expect(await writesOf(owner)).toEqual([expect.objectContaining({ state: 'conflict', theirs: { Stage: 'Lost' } })])
})

test('a change keeps the sheet’s spelling of unchanged cells', async () => {
  const owner = await ownerWithSheet(service, {
    rows: [HEADERS, [...ADA.slice(0, 4), 'lead ', '2026-03-02', '', 'x', ...ADA.slice(8)]],
    script: plainScript,
  })
  await listedCustomers(service, owner)
  await update(service, owner, 'c-ada', { values: { 'Other Details': 'likes boats' } })
  await work(service, owner)
  expect((await owner.sheet.rows())[1]).toEqual([...ADA.slice(0, 4), 'lead ', '3/2/2026', '', 'x', 'likes boats', 'c-ada'])
})

test('a lost response adds no second row, because the sheet is read before the write is sent again', async () => {
  const owner = await ownerWithSheet(service, { script: plainScript })
  await listedCustomers(service, owner)
  await add(service, owner, CLEO)
  // The first call reads the sheet. The second call posts, and its response is lost.
  await owner.sheet.setFaults([{ kind: 'slow', ms: 0 }, { kind: 'lost' }])
  await work(service, owner)
  expect((await writesOf(owner)).map(({ state }) => state)).toEqual(['pending'])
  await work(service, owner)
  expect(await owner.sheet.rows()).toEqual([HEADERS, asShownInSheet(ADA), asShownInSheet(BEN), CLEO_SHOWN])
  expect(await writesOf(owner)).toEqual([])
})

test('a write that does not appear in the sheet is sent again after the time in which a late script may still add it', {
  tags: 'nightly',
}, async () => {
  const owner = await ownerWithSheet(service, { script: plainScript })
  await listedCustomers(service, owner)
  const { write } = (await add(service, owner, CLEO)).json()
  await owner.sheet.setFaults([{ kind: 'slow', ms: 0 }, { kind: 'cut' }])
  await work(service, owner)
  await work(service, owner)
  expect(await owner.sheet.rows()).toHaveLength(3)
  await sql`update write set sent_at = sent_at - interval '61 seconds' where id = ${write.id}`.execute(service.db)
  await work(service, owner)
  expect((await owner.sheet.rows()).at(-1)).toEqual(CLEO_SHOWN)
})

test('the same entry submitted twice gives two rows', async () => {
  const owner = await ownerWithSheet(service, { script: plainScript })
  await add(service, owner, CLEO)
  await add(service, owner, CLEO)
  await work(service, owner)
  expect(await owner.sheet.rows()).toHaveLength(5)
  expect(await writesOf(owner)).toEqual([])
})

test('a write that the script ignores is refused', { tags: 'nightly' }, async () => {
  const owner = await ownerWithSheet(service, { script: idleScript })
  await add(service, owner, CLEO)
  await work(service, owner)
  const problem = 'This change was sent to the spreadsheet but does not appear there.'
  expect(await writesOf(owner)).toEqual([expect.objectContaining({ state: 'refused', problem })])
})

test('unsubscribing changes each row with the address', async () => {
  const twin = [...ADA.slice(0, 2), 'ADA@Marsh.example ', ...ADA.slice(3, 9), 'c-twin']
  const owner = await ownerWithSheet(service, { rows: [HEADERS, ADA, BEN, twin], script: plainScript })
  const subscription = subscriptions.find(({ event }) => event === RecipientUnsubscribed)
  const event = { data: { companyProfileId: owner.company._id, email: 'Ada@marsh.example' } }
  await service.db.transaction().execute((trx) => subscription?.handle(trx, event as never) ?? Promise.reject())
  await work(service, owner)
  expect((await owner.sheet.rows()).map((row) => row[7])).toEqual(['Email Subscription', 'No', 'No', 'No'])
})

test('a merge that was accepted while the script was ours is refused', async () => {
  const owner = await ownerWithSheet(service)
  const [ada, ben] = (await listedCustomers(service, owner)).data.map(({ row: _, ...texts }) => texts)
  await merge(service, owner, { rows: [ada, ben], values: {} })
  await owner.sheet.setScript(idleScript)
  await listedCustomers(service, owner, '?fresh=true')
  await work(service, owner)
  expect(await writesOf(owner)).toEqual([expect.objectContaining({ kind: 'merge', state: 'refused' })])
  expect(await owner.sheet.rows()).toHaveLength(3)
})

test('a merge is rejected for an owner’s script', async () => {
  const owner = await ownerWithSheet(service, { script: plainScript })
  const [ada, ben] = (await listedCustomers(service, owner)).data.map(({ row: _, ...texts }) => texts)
  const response = await merge(service, owner, { rows: [ada, ben], values: {} })
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    'Your spreadsheet’s script can’t remove rows. Contact us to install our script.',
  ])
})
