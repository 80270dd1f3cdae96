import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { RecipientUnsubscribed } from '@app/contracts/events/campaigns.ts'
import type { Recipient } from '@app/contracts/http/dispatches.ts'
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBounceListener } from '../src/bounces/listener.ts'
import { complaint, deliveryReport, notices, others } from './reports.ts'
import { sendingOf, statesOf } from './sendings.ts'
import { type Owner, type Service, setUp } from './setup.ts'

const DOMAIN = 'mail.palmetto.example'
const ANN = 'ann@bakery.example'

let service: Service
let listener: Awaited<ReturnType<typeof startBounceListener>>
beforeAll(async () => {
  service = await setUp()
  const { db, log } = service.deps
  listener = await startBounceListener({ db, log, host: '127.0.0.1', port: 0, senderDomain: DOMAIN })
})
afterAll(async () => {
  await listener.stop()
  await service.stop()
})

const returnPath = (token = '', domain = DOMAIN) => `bounce+${token}@${domain}`

async function deliver(to: string | string[], raw: string | Buffer, from = ''): Promise<string> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true })
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw })).response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}

const bakery = () => ownerWithCompany(service.deps)

const deliveryOf = (token: string) =>
  service.db
    .selectFrom('delivery')
    .select(['state', 'code', 'bounced_at', 'complained_at'])
    .where('token', '=', token)
    .executeTakeFirstOrThrow()

const reasonsIn = async ({ headers }: Owner, dispatchId: string) => {
  const people: Recipient[] = (await service.app.inject({ url: `/campaign/dispatches/${dispatchId}/people`, headers })).json()
  return people.map(({ reason }) => reason)
}

const suppressionOf = async (companyId: string) =>
  (await service.db.selectFrom('suppression').select('reason').where('company_id', '=', companyId).execute()).map(({ reason }) => reason)

test('a bounce of an address that does not exist is recorded, the state of the email stays, and the address is suppressed', async () => {
  const owner = await bakery()
  const { dispatchId, tokens } = await sendingOf(service, owner, { emails: [ANN] })
  const next = await sendingOf(service, owner, { emails: [ANN], deliveries: 'queued' })
  const token = tokens[ANN] ?? ''
  expect(await deliver(returnPath(token), deliveryReport())).toMatch(/^250 /)
  const recorded = await deliveryOf(token)
  expect(recorded).toMatchObject({ state: 'accepted', code: 'address-bounced 5.1.1', complained_at: null })
  expect(recorded.bounced_at).not.toBeNull()
  expect(await reasonsIn(owner, dispatchId)).toEqual(['The email bounced: this address does not exist.'])
  expect(await suppressionOf(owner.company._id)).toEqual(['bounced'])
  expect(await statesOf(service, next.dispatchId)).toEqual({ [ANN]: 'suppressed' })

  for (const later of [{ status: '5.2.2' }, { action: 'delivered', status: '2.0.0' }, { status: '5.1.1' }])
    expect(await deliver(returnPath(token), deliveryReport(later))).toMatch(/^250 /)
  expect(await deliveryOf(token)).toEqual(recorded)
})

test('a full mailbox does not suppress its address; a later report that the address does not exist does', async () => {
  const owner = await bakery()
  const { tokens } = await sendingOf(service, owner, { emails: [ANN] })
  const token = tokens[ANN] ?? ''
  await deliver(returnPath(token), deliveryReport({ status: '5.2.2' }))
  expect(await deliveryOf(token)).toMatchObject({ code: 'mail-bounced 5.2.2' })
  expect(await suppressionOf(owner.company._id)).toEqual([])
  await deliver(returnPath(token), deliveryReport({ status: '5.1.10' }))
  expect(await deliveryOf(token)).toMatchObject({ code: 'address-bounced 5.1.10' })
  expect(await suppressionOf(owner.company._id)).toEqual(['bounced'])
})

test.each([
  ['qmail', 'address-bounced 5.1.1'],
  ['exim', 'mail-bounced'],
  ['postfix', 'mail-bounced 5.2.2'],
  ['exchange', 'address-bounced 5.1.10'],
  ['older Exchange', 'address-bounced 5.1.1'],
] as const)('a notice of %s without a delivery report is parsed only if its sender is a mail server', async (server, code) => {
  const owner = await bakery()
  const { tokens } = await sendingOf(service, owner, { emails: [ANN] })
  const token = tokens[ANN] ?? ''
  expect(await deliver(returnPath(token), notices[server], 'ann@bakery.example')).toMatch(/^250 /)
  expect(await deliveryOf(token)).toMatchObject({ code: null, bounced_at: null })
  expect(await deliver(returnPath(token), notices[server])).toMatch(/^250 /)
  const recorded = await deliveryOf(token)
  expect(recorded).toMatchObject({ state: 'accepted', code })
  expect(recorded.bounced_at).not.toBeNull()
  expect(await suppressionOf(owner.company._id)).toEqual(code.startsWith('address') ? ['bounced'] : [])
})

test.each(Object.entries(others))('%s is not a failure: it changes nothing and is logged', async (_what, raw) => {
  const owner = await bakery()
  const { tokens } = await sendingOf(service, owner, { emails: [ANN] })
  const token = tokens[ANN] ?? ''
  service.lines.splice(0)
  expect(await deliver(returnPath(token), raw)).toMatch(/^250 /)
  expect(await deliveryOf(token)).toMatchObject({ state: 'accepted', code: null, bounced_at: null })
  const { id } = await service.db.selectFrom('delivery').select('id').where('token', '=', token).executeTakeFirstOrThrow()
  const log = JSON.stringify(service.lines)
  expect(log).toContain('cannot parse a message about an email')
  expect(log).toContain(id)
  expect(log).toContain(/^Subject: (\w+)/m.exec(raw)?.[1])
  for (const secret of ['@bakery.example', token]) expect(log).not.toContain(secret)
})

test('a spam complaint unsubscribes the recipient and publishes the event for the spreadsheet', async () => {
  const owner = await bakery()
  const { tokens } = await sendingOf(service, owner, { emails: [ANN] })
  for (let times = 0; times < 2; times += 1) await deliver(returnPath(tokens[ANN]), complaint())
  expect((await deliveryOf(tokens[ANN] ?? '')).complained_at).not.toBeNull()
  expect(await suppressionOf(owner.company._id)).toEqual(['complained'])
  const published = await outboxOf(service.db as never, RecipientUnsubscribed)
  expect(published.filter(({ data }) => data.companyProfileId === owner.company._id)).toHaveLength(1)
})

test.each([
  ['failed', { action: 'failed', status: '5.1.1' }],
  ['failed', { action: 'failed', status: '5.7.1' }],
  ['accepted', { action: 'delayed', status: '4.4.1' }],
  ['accepted', { action: 'delivered', status: '2.0.0' }],
])('an unknown outcome becomes %s after a report of %o', async (state, report) => {
  const owner = await bakery()
  const { dispatchId, tokens } = await sendingOf(service, owner, { emails: [ANN], deliveries: 'unknown' })
  await deliver(returnPath(tokens[ANN]), deliveryReport(report))
  expect(await statesOf(service, dispatchId)).toEqual({ [ANN]: state })
})

test('reports after a dispatch is done are counted once in its counts', async () => {
  const owner = await bakery()
  const { dispatchId, tokens } = await sendingOf(service, owner, { emails: [ANN], dispatch: 'done' })
  const counts = { queued: 0, accepted: 1, failed: 0, suppressed: 0, unknown: 0, maybeTwice: 0, bounced: 0, complained: 0, unsubscribed: 0 }
  await service.db
    .updateTable('dispatch')
    .set({ counts: JSON.stringify(counts) })
    .where('id', '=', dispatchId)
    .execute()
  for (let times = 0; times < 2; times += 1) {
    await deliver(returnPath(tokens[ANN]), deliveryReport({ status: '5.2.2' }))
    await deliver(returnPath(tokens[ANN]), complaint())
    await service.app.inject({ method: 'POST', url: `/unsubscribe/${tokens[ANN]}` })
  }
  const kept = await service.db.selectFrom('dispatch').select('counts').where('id', '=', dispatchId).executeTakeFirst()
  expect(kept?.counts).toEqual({ ...counts, bounced: 1, complained: 1, unsubscribed: 1 })
})

test('only return addresses of sent emails are accepted, for messages up to the size limit', { tags: 'nightly' }, async () => {
  const owner = await bakery()
  const { tokens } = await sendingOf(service, owner, { emails: [ANN] })
  const token = tokens[ANN] ?? ''
  for (const stranger of [
    returnPath('0'),
    returnPath(token, 'elsewhere.example'),
    `ann@${DOMAIN}`,
    `bounce+@${DOMAIN}`,
    returnPath(`${token}0`),
    returnPath('x'.repeat(201)),
  ])
    expect(await deliver(stranger, deliveryReport()), stranger).toMatch(/^550 /)
  expect(await deliver(returnPath(token), 'Subject: Away until Monday\r\n\r\nAction: failed\r\n')).toMatch(/^250 /)
  expect(await deliveryOf(token)).toMatchObject({ state: 'accepted', bounced_at: null })

  const withPicture = Buffer.concat([Buffer.from(deliveryReport({ status: '5.2.2' })), Buffer.alloc(2 * 1024 * 1024, 'a\r\n')])
  expect(await deliver(returnPath(token), withPicture)).toMatch(/^250 /)
  expect((await deliveryOf(token)).bounced_at).not.toBeNull()
  expect(await deliver(returnPath(token), Buffer.alloc(21 * 1024 * 1024, 'a\r\n'))).toMatch(/^552 /)
  expect(await deliver(returnPath(token, DOMAIN.toUpperCase()), complaint())).toMatch(/^250 /)
})

test('one client has at most ten connections and does not block other clients', async () => {
  const owner = await bakery()
  const { tokens } = await sendingOf(service, owner, { emails: [ANN] })
  const connected = async (localAddress: string): Promise<[Socket, string]> => {
    const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress })
    const [greeting] = await once(socket, 'data')
    return [socket, String(greeting).slice(0, 3)]
  }
  const connections = await Promise.all(Array.from({ length: 12 }, () => connected('127.0.0.2')))
  expect(connections.map(([, greeting]) => greeting).toSorted()).toEqual([...Array(10).fill('220'), '421', '421'])
  expect(await deliver(returnPath(tokens[ANN]), deliveryReport())).toMatch(/^250 /)
  for (const [socket] of connections) socket.destroy()
  await expect.poll(async () => (await connected('127.0.0.2'))[1]).toBe('220')
})

test('clients that send invalid commands or close the connection do not disturb the listener', async () => {
  const owner = await bakery()
  const { tokens } = await sendingOf(service, owner, { emails: [ANN] })
  const sessions = [
    '',
    '\0\0\r\n',
    'EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<',
    `EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<${returnPath(tokens[ANN])}>\r\nDATA\r\nContent-Type: `,
  ]
  const closed = sessions.map(
    (sent) =>
      new Promise<void>((resolve) => {
        const socket: Socket = connect(listener.port, '127.0.0.1', () => socket.end(sent))
        socket.on('close', () => resolve()).on('error', () => {})
        socket.resume()
      }),
  )
  await Promise.all(closed)
  expect(await deliver(returnPath(tokens[ANN]), deliveryReport())).toMatch(/^250 /)
})
