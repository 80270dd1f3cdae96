import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import nodemailer from 'nodemailer'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ConnectionLimits, connectionLimits } from '../src/bounces/connections.ts'
import { startBounceListener } from '../src/bounces/listener.ts'
import { networkOf } from '../src/bounces/networks.ts'
import { deliveryReport } from './reports.ts'
import { sendingOf } from './sendings.ts'
import { type Service, setUp } from './setup.ts'

const DOMAIN = 'mail.palmetto.example'
const ANN = 'ann@bakery.example'
const PROVIDER = '127.0.200.1'

let service: Service
const cleanUps: (() => unknown)[] = []
beforeAll(async () => {
  service = await setUp()
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})
afterAll(() => service.stop())

async function startListener(limits: Partial<ConnectionLimits> = {}): Promise<number> {
  const { db, log } = service.deps
  const options = { host: '127.0.0.1', port: 0, senderDomain: DOMAIN, limits: { ...connectionLimits, ...limits } }
  const { port, stop } = await startBounceListener({ db, log, ...options })
  cleanUps.push(stop)
  return port
}

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

async function newToken(): Promise<string> {
  const { tokens } = await sendingOf(service, await ownerWithCompany(service.deps), { emails: [ANN] })
  return tokens[ANN] ?? ''
}
const returnPath = (token: string) => `bounce+${token}@${DOMAIN}`

async function deliver(port: number, token: string, localAddress: string): Promise<string> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true, localAddress })
  try {
    return (await transport.sendMail({ envelope: { from: '', to: returnPath(token) }, raw: deliveryReport() })).response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}

const isRecorded = async (token: string): Promise<boolean> =>
  (await service.db.selectFrom('delivery').select('bounced_at').where('token', '=', token).executeTakeFirstOrThrow()).bounced_at !== null

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
    const [port, token] = [await startListener(), await newToken()]
    const clients = await openConnections(port, addressesOf(networks, 10))
    expect(await deliver(port, token, PROVIDER)).toMatch(/^250 /)
    expect(await isRecorded(token)).toBe(true)
    expect(clients.filter(isOpen).length).toBeLessThanOrEqual(connectionLimits.total)
  })

  it('a network with less than its share loses no connection to a larger one', async () => {
    const port = await startListener({ total: 12 })
    const small = await openConnections(port, ['127.0.100.1', '127.0.100.2'])
    await openConnections(port, addressesOf(1, 10))
    await openConnections(port, addressesOf(4, 4).slice(4))
    expect(small.map(isOpen)).toEqual([true, true])
  })

  it('addresses of one network share its limit', async () => {
    const port = await startListener({ total: 12, ofClient: 3 })
    const one = await openConnections(
      port,
      Array.from({ length: 12 }, (_, index) => `127.0.1.${1 + Math.floor(index / 3)}`),
    )
    const others = await openConnections(port, addressesOf(6, 1).slice(1))
    expect(others.map(({ received }) => received().slice(0, 3))).toEqual(Array(5).fill('220'))
    await expect.poll(() => one.filter(isOpen).length).toBe(7)
  })

  it('a slow connection is replaced, and a new one is not, if each network has one connection', async () => {
    const fresh = await startListener({ total: 8 })
    const clients = await openConnections(fresh, addressesOf(8, 1))
    const refused = await openConnection(fresh, PROVIDER)
    expect(refused.received()).toBe('421 Too many connections, try again later\r\n')
    expect(clients.every(isOpen)).toBe(true)

    const [port, token] = [await startListener({ total: 8, slowMs: 300 }), await newToken()]
    const [oldest, ...later] = await openConnections(port, addressesOf(8, 1))
    // New connections are refused until the oldest connection counts as slow. Then a new connection replaces the oldest connection.
    await expect.poll(() => deliver(port, token, PROVIDER)).toMatch(/^250 /)
    await expect.poll(() => [oldest, ...later].filter((each) => each && isOpen(each)).length).toBe(7)
  })

  it('a message that was received completely is stored and acknowledged, even if many connections open', { tags: 'nightly' }, async () => {
    const [port, token] = [await startListener({ total: 4, slowMs: 0 }), await newToken()]
    const release = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const lock = service.db.transaction().execute(async (trx) => {
      await trx.selectFrom('delivery').select('id').where('token', '=', token).forUpdate().execute()
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const client = await openConnection(port, '127.0.1.1')
    await beginMessage(client, token)
    client.socket.write(`${deliveryReport()}\r\n.\r\n`)
    await expect.poll(() => lockWaits(service.db)).toBe(1)
    for (let network = 2; network < 12; network++) await openConnection(port, `127.0.${network}.1`)
    expect(isOpen(client)).toBe(true)
    release.resolve()
    await lock
    await expect.poll(client.received).toMatch(/250 .*\r\n$/)
    expect(await isRecorded(token)).toBe(true)
  })
})

describe('a connection is closed', () => {
  it('without a message in time, even if it sends commands', { tags: 'nightly' }, async () => {
    const port = await startListener({ commandsMs: 1_000 })
    expect(await trickle(await openConnection(port, PROVIDER), 'NOOP\r\n', 100)).toBe('421 No message for too long, try again later')
  })

  it('after too many command bytes', async () => {
    const client = await openConnection(await startListener(), PROVIDER)
    // Only the last bytes exceed the limit, so no data stays unread, and the connection closes without a reset.
    const command = 'NOOP\r\n'
    client.socket.write(command.repeat(Math.floor(connectionLimits.commandBytes / command.length) + 1))
    expect(await lastReply(client)).toBe('421 Too many commands, try again later')
  })

  it('if its message is slower than the minimum rate', async () => {
    const [port, token] = [await startListener({ paceGraceMs: 500 }), await newToken()]
    const client = await openConnection(port, PROVIDER)
    await beginMessage(client, token)
    expect(await trickle(client, 'a', 50)).toBe('421 Message too slow, try again later')
    expect(await isRecorded(token)).toBe(false)
  })

  it('after its maximum duration, even during a message', async () => {
    const [port, token] = [await startListener({ connectionMs: 1_000 }), await newToken()]
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
