import { testRefusedMailRequests } from '@app/chassis/testing/mail-requests.ts'
import { sheetMailTopics } from '@app/contracts/http/mail-content.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SheetFault } from '../../src/sheet/faults.ts'
import { followAddress, recordFault, recordResponse } from '../../src/sheet/sheet.repository.ts'
import { ORIGIN, type Service, setUp } from '../setup.ts'
import { composing, confirm, ownerWithAddress, toOwner } from './composing.ts'

let service: Service
const ask = composing(() => service)
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

type Owner = Awaited<ReturnType<typeof ownerWithAddress>>
type Change = Parameters<ReturnType<Service['db']['transaction']>['execute']>[0]

const change = (run: Change) => service.db.transaction().execute(run)

/** Returns an owner whose spreadsheet has been unavailable since noon in New York, and was reported. */
async function ownerWithAwaySheet(): Promise<Owner> {
  const owner = await ownerWithAddress(service)
  const { _id: id } = owner.company
  const fail = () => change((trx) => recordFault(trx, id, new SheetFault('sign-in-page')))
  expect(await fail()).toBe(false)
  await service.db.updateTable('sheet').set({ away_since: '2026-11-20T17:00:00.000Z' }).where('company_id', '=', id).execute()
  expect(await fail()).toBe(true)
  return owner
}

const statusFor = ({ company, id }: Owner, kind: 'owner' | 'admin' | 'colleague' = 'owner') =>
  ask.status('sheet-away', company._id, { kind, id })

testRefusedMailRequests(ask, sheetMailTopics)

test('the owner of an unavailable spreadsheet gets the reason and the time', async () => {
  const owner = await ownerWithAwaySheet()
  await confirm(service, owner)
  const mail = await ask.mail('sheet-away', owner.company._id, toOwner(owner))
  expect(mail.subject).toBe('We can’t reach your customer spreadsheet')
  for (const words of ['customers of Palm Bakery', 'Fri, Nov 20, 2026, 12:00 PM EST', 'The spreadsheet asks for a sign-in.'])
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(words)
  expect(mail.text).toContain(`${ORIGIN}/management?section=1\n`)
  expect(Object.keys(mail).sort()).toEqual(['html', 'subject', 'text'])
})

test('the email to an unconfirmed address contains no text of the owner and of the spreadsheet', async () => {
  const owner = await ownerWithAwaySheet()
  const { text, html } = await ask.mail('sheet-away', owner.company._id, toOwner(owner))
  expect(text).toContain('You can see the reason in your portal.')
  expect(text + html).not.toMatch(/Palm Bakery|sign-in/)
})

test('the email is obsolete for other people', async () => {
  const [owner, other] = [await ownerWithAwaySheet(), await ownerWithAwaySheet()]
  expect(await ask.status('sheet-away', owner.company._id, toOwner(other))).toBe(410)
  for (const kind of ['admin', 'colleague'] as const) expect(await statusFor(owner, kind)).toBe(410)
  expect(await statusFor(owner)).toBe(200)
})

test('the email is obsolete before the outage is reported, and when the spreadsheet is available again', async () => {
  const owner = await ownerWithAddress(service)
  await change((trx) => recordFault(trx, owner.company._id, new SheetFault('timeout')))
  expect(await statusFor(owner)).toBe(410)
  const away = await ownerWithAwaySheet()
  await change((trx) => recordResponse(trx, away.company._id))
  expect(await statusFor(away)).toBe(410)
})

test('the email is obsolete when the company uses another spreadsheet', async () => {
  const owner = await ownerWithAwaySheet()
  const profile = { ...owner.company, gsapi: 'https://script.google.com/macros/s/other/exec' }
  await service.db
    .updateTable('company')
    .set({ profile: JSON.stringify(profile) })
    .where('id', '=', profile._id)
    .execute()
  expect(await statusFor(owner)).toBe(410)
  await followAddress(service.db, profile._id)
  expect(await statusFor(owner)).toBe(410)
})
