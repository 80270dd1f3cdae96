import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { findCampaignMail, reportCampaignMail } from '@app/contracts/http/inbound-mail.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { INTERNAL_MAIL_KEY } from '../support/replica.ts'
import { DOMAIN, deliverTo, returnPath, setUpInbound, unknownMail } from './inbound-setup.ts'
import { complaint, deliveryReport, notices, others } from './reports.ts'

let inbound: Awaited<ReturnType<typeof setUpInbound>>
let port: number
beforeAll(async () => {
  inbound = await setUpInbound()
  port = await inbound.startListener()
})
afterEach(() => inbound.reset())
afterAll(() => inbound.stop())

const deliver = (to: string | string[], raw: string | Buffer, from = ''): Promise<string> => deliverTo(port, to, raw, from)

test.each([
  ['failed', '5.1.1'],
  ['delayed', '4.4.1'],
  ['delivered', '2.0.0'],
])('a report with the action %s is handed over with the key', async (action, status) => {
  const token = inbound.newToken()
  expect(await deliver(returnPath(token), deliveryReport({ action, status }))).toMatch(/^250 /)
  expect(inbound.reportsOfCampaign(token)).toEqual([{ kind: 'delivery', action, status }])
  expect(inbound.campaigns.requests.at(-1)?.authorization).toBe(`Key ${INTERNAL_MAIL_KEY}`)
})

test.each([
  ['qmail', '5.1.1'],
  ['exim', ''],
  ['postfix', '5.2.2'],
  ['exchange', '5.1.10'],
  ['older Exchange', '5.1.1'],
] as const)('a notice of %s without a delivery report is parsed only if its sender is a mail server', async (server, status) => {
  const token = inbound.newToken()
  expect(await deliver(returnPath(token), notices[server], 'ann@bakery.example')).toMatch(/^250 /)
  expect(inbound.reportsOfCampaign(token)).toEqual([])
  expect(await deliver(returnPath(token), notices[server])).toMatch(/^250 /)
  expect(inbound.reportsOfCampaign(token)).toEqual([{ kind: 'delivery', action: 'failed', status }])
})

test.each(Object.entries(others))('%s is not a failure: it is not handed over, and is logged', async (_what, raw) => {
  const token = inbound.newToken()
  inbound.lines.splice(0)
  expect(await deliver(returnPath(token), raw)).toMatch(/^250 /)
  expect(inbound.reportsOfCampaign(token)).toEqual([])
  const log = inbound.lines.join('\n')
  expect(log).toContain('cannot parse a message about an email')
  expect(log).toContain(/^Subject: (\w+)/m.exec(raw)?.[1])
  for (const secret of ['@bakery.example', token]) expect(log).not.toContain(secret)
})

test('while campaigns is not available, recipients and reports get a temporary error, and the log contains no token', async () => {
  const token = inbound.newToken()
  const { respond } = inbound.campaigns
  inbound.lines.splice(0)
  for (const url of [findCampaignMail.url, reportCampaignMail.url]) {
    inbound.campaigns.respond = (request) => (request.url === url ? { status: 500 } : respond(request))
    expect(await deliver(returnPath(token), complaint()), url).toMatch(/^451 /)
  }
  const log = inbound.lines.join('\n')
  expect(log).toContain('cannot hand over a message about an email')
  expect(log).toContain('campaigns responded with status 500')
  expect(log).not.toContain(token)
  inbound.reset()
  expect(await deliver(returnPath(token), complaint())).toMatch(/^250 /)
  expect(inbound.reportsOfCampaign(token).at(-1)).toEqual({ kind: 'complaint' })
})

test('a report is refused if campaigns has deleted the email since it accepted the recipient', async () => {
  const token = inbound.newToken()
  const { respond } = inbound.campaigns
  inbound.campaigns.respond = async (request) => {
    if (request.url === findCampaignMail.url) return respond(request)
    return { status: 404, body: unknownMail }
  }
  expect(await deliver(returnPath(token), complaint())).toMatch(/^550 /)
})

test('only return addresses of sent emails are accepted, for messages up to the size limit', { tags: 'nightly' }, async () => {
  const token = inbound.newToken()
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
  expect(inbound.reportsOfCampaign(token)).toEqual([])

  const withPicture = Buffer.concat([Buffer.from(deliveryReport({ status: '5.2.2' })), Buffer.alloc(2 * 1024 * 1024, 'a\r\n')])
  expect(await deliver(returnPath(token), withPicture)).toMatch(/^250 /)
  expect(inbound.reportsOfCampaign(token)).toHaveLength(1)
  expect(await deliver(returnPath(token), Buffer.alloc(21 * 1024 * 1024, 'a\r\n'))).toMatch(/^552 /)
  expect(await deliver(returnPath(token, DOMAIN.toUpperCase()), complaint())).toMatch(/^250 /)
})

test('one client has at most ten connections and does not block other clients', async () => {
  const token = inbound.newToken()
  const connected = async (localAddress: string): Promise<[Socket, string]> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    const [greeting] = await once(socket, 'data')
    return [socket, String(greeting).slice(0, 3)]
  }
  const connections = await Promise.all(Array.from({ length: 12 }, () => connected('127.0.0.2')))
  expect(connections.map(([, greeting]) => greeting).toSorted()).toEqual([...Array(10).fill('220'), '421', '421'])
  expect(await deliver(returnPath(token), deliveryReport())).toMatch(/^250 /)
  for (const [socket] of connections) socket.destroy()
  await expect.poll(async () => (await connected('127.0.0.2'))[1]).toBe('220')
})

test('clients that send invalid commands or close the connection do not disturb the listener', async () => {
  const token = inbound.newToken()
  const sessions = [
    '',
    '\0\0\r\n',
    'EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<',
    `EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<${returnPath(token)}>\r\nDATA\r\nContent-Type: `,
  ]
  const closed = sessions.map(
    (sent) =>
      new Promise<void>((resolve) => {
        const socket: Socket = connect(port, '127.0.0.1', () => socket.end(sent))
        socket.on('close', () => resolve()).on('error', () => {})
        socket.resume()
      }),
  )
  await Promise.all(closed)
  expect(await deliver(returnPath(token), deliveryReport())).toMatch(/^250 /)
})
