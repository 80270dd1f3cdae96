import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { reportCampaignMail } from '@app/contracts/http/inbound-mail.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectionLimits, networkOf } from '../../src/inbound/connections.ts'
import { deliverTo, returnPath, setUpInbound } from './inbound-setup.ts'
import { deliveryReport } from './reports.ts'

const PROVIDER = '127.0.200.1'

let inbound: Awaited<ReturnType<typeof setUpInbound>>
const cleanUps: (() => unknown)[] = []
beforeAll(async () => {
  inbound = await setUpInbound()
})
afterEach(async () => {
  inbound.reset()
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
  await inbound.stopListeners()
})
afterAll(() => inbound.stop())

interface Client {
  socket: Socket
  received(): string
}

async function openConnection(port: number, localAddress: string): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => {})
  cleanUps.unshift(() => socket.destroy())
  await once(socket, 'data')
  return { socket, received: () => received }
}

const openConnections = (port: number, addresses: readonly string[]) =>
  Promise.all(addresses.map((address) => openConnection(port, address)))
/** Returns one IP address of each network, repeated `each` times. */
const addressesOf = (networks: number, each: number): string[] =>
  Array.from({ length: networks * each }, (_, index) => `127.0.${1 + Math.floor(index / each)}.7`)

const deliver = (port: number, token: string, localAddress: string): Promise<string> =>
  deliverTo(port, returnPath(token), deliveryReport(), '', localAddress)

const isHandedOver = (token: string): boolean => inbound.reportsOfCampaign(token).length > 0

const isOpen = ({ socket }: Client): boolean => socket.readyState === 'open'

/** Waits until the listener closes the connection. Returns the last line that the listener sent. */
async function lastReply(client: Client): Promise<string> {
  // If the listener closes a connection with unread data, the connection is reset. The client's socket then emits `error`, and `once` of
  // node:events would reject.
  await new Promise((resolve) => client.socket.once('close', resolve))
  return client.received().trim().split('\r\n').at(-1) ?? ''
}

/** Simulates a slow client: repeats `text` until the listener closes the connection. Returns the last line that the listener sent. */
async function trickle(client: Client, text: string, everyMs: number): Promise<string> {
  const timer = setInterval(() => client.socket.writable && client.socket.write(text), everyMs)
  cleanUps.unshift(() => clearInterval(timer))
  const reply = await lastReply(client)
  clearInterval(timer)
  return reply
}

async function beginMessage(client: Client, token: string): Promise<void> {
  client.socket.write(`EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<${returnPath(token)}>\r\nDATA\r\n`)
  await expect.poll(client.received).toContain('354 ')
}

describe('connections are shared between networks', () => {
  it.each([5, 50])('%d addresses with ten connections each do not block a mailbox provider', async (networks) => {
    const [port, token] = [await inbound.startListener(), inbound.newToken()]
    const clients = await openConnections(port, addressesOf(networks, 10))
    expect(await deliver(port, token, PROVIDER)).toMatch(/^250 /)
    expect(isHandedOver(token)).toBe(true)
    expect(clients.filter(isOpen).length).toBeLessThanOrEqual(connectionLimits.total)
  })

  it('a network with less than its share loses no connection to a larger one', async () => {
    const port = await inbound.startListener({ total: 12 })
    const small = await openConnections(port, ['127.0.100.1', '127.0.100.2'])
    await openConnections(port, addressesOf(1, 10))
    await openConnections(port, addressesOf(4, 4).slice(4))
    expect(small.map(isOpen)).toEqual([true, true])
  })

  it('addresses of one network share its limit', async () => {
    const port = await inbound.startListener({ total: 12, ofClient: 3 })
    const one = await openConnections(
      port,
      Array.from({ length: 12 }, (_, index) => `127.0.1.${1 + Math.floor(index / 3)}`),
    )
    const others = await openConnections(port, addressesOf(6, 1).slice(1))
    expect(others.map(({ received }) => received().slice(0, 3))).toEqual(Array(5).fill('220'))
    await expect.poll(() => one.filter(isOpen).length).toBe(7)
  })

  it('a slow connection is replaced, and a new one is not, if each network has one connection', async () => {
    const fresh = await inbound.startListener({ total: 8 })
    const clients = await openConnections(fresh, addressesOf(8, 1))
    const refused = await openConnection(fresh, PROVIDER)
    expect(refused.received()).toBe('421 Too many connections, try again later\r\n')
    expect(clients.every(isOpen)).toBe(true)

    const [port, token] = [await inbound.startListener({ total: 8, slowMs: 300 }), inbound.newToken()]
    const [oldest, ...later] = await openConnections(port, addressesOf(8, 1))
    // New connections are refused until the oldest connection counts as slow. Then a new connection replaces the oldest connection.
    await expect.poll(() => deliver(port, token, PROVIDER)).toMatch(/^250 /)
    await expect.poll(() => [oldest, ...later].filter((each) => each && isOpen(each)).length).toBe(7)
  })

  it('a message that was received completely is handed over and acknowledged, even if many connections open', {
    tags: 'nightly',
  }, async () => {
    const [port, token] = [await inbound.startListener({ total: 4, slowMs: 0 }), inbound.newToken()]
    const release = Promise.withResolvers<void>()
    const { respond } = inbound.campaigns
    inbound.campaigns.respond = async (request) => {
      if (request.url === reportCampaignMail.url) await release.promise
      return respond(request)
    }
    const client = await openConnection(port, '127.0.1.1')
    await beginMessage(client, token)
    client.socket.write(`${deliveryReport()}\r\n.\r\n`)
    await expect.poll(() => isHandedOver(token)).toBe(true)
    for (let network = 2; network < 12; network++) await openConnection(port, `127.0.${network}.1`)
    expect(isOpen(client)).toBe(true)
    release.resolve()
    await expect.poll(client.received).toMatch(/250 .*\r\n$/)
    expect(isHandedOver(token)).toBe(true)
  })
})

describe('a connection is closed', () => {
  it('without a message in time, even if it sends commands', { tags: 'nightly' }, async () => {
    const port = await inbound.startListener({ commandsMs: 1_000 })
    expect(await trickle(await openConnection(port, PROVIDER), 'NOOP\r\n', 100)).toBe('421 No message for too long, try again later')
  })

  it('after too many command bytes', async () => {
    const client = await openConnection(await inbound.startListener(), PROVIDER)
    // Only the last bytes exceed the limit, so no data stays unread, and the connection closes without a reset.
    const command = 'NOOP\r\n'
    client.socket.write(command.repeat(Math.floor(connectionLimits.commandBytes / command.length) + 1))
    expect(await lastReply(client)).toBe('421 Too many commands, try again later')
  })

  it('if its message is slower than the minimum rate', async () => {
    const [port, token] = [await inbound.startListener({ paceGraceMs: 500 }), inbound.newToken()]
    const client = await openConnection(port, PROVIDER)
    await beginMessage(client, token)
    expect(await trickle(client, 'a', 50)).toBe('421 Message too slow, try again later')
    expect(isHandedOver(token)).toBe(false)
  })

  it('after its maximum duration, even during a message', async () => {
    const [port, token] = [await inbound.startListener({ connectionMs: 1_000 }), inbound.newToken()]
    const client = await openConnection(port, PROVIDER)
    await beginMessage(client, token)
    expect(await trickle(client, `${'a'.repeat(70)}\r\n`.repeat(100), 20)).toBe('421 Connection open for too long, try again later')
  })
})

it.each([
  ['203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113'],
  ['2001:db8:1:2:3::4', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0'],
])('%s is in network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
