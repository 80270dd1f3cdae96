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

interface Held {
  socket: Socket
  /** Everything the listener said so far. */
  said(): string
}

async function hold(port: number, localAddress: string): Promise<Held> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  socket.on('error', () => {})
  cleanUps.unshift(() => socket.destroy())
  await once(socket, 'data')
  return { socket, said: () => said }
}

const holdEach = (port: number, addresses: readonly string[]) => Promise.all(addresses.map((address) => hold(port, address)))
/** As many networks, each with one address that holds so many connections. */
const addressesOf = (networks: number, each: number): string[] =>
  Array.from({ length: networks * each }, (_, index) => `127.0.${1 + Math.floor(index / each)}.7`)

async function newToken(): Promise<string> {
  const { tokens } = await sendingOf(service, await ownerWithCompany(service.deps), { emails: [ANN] })
  return tokens[ANN] ?? ''
}
const returnPath = (token: string) => `bounce+${token}@${DOMAIN}`

/** A mail server delivers a bounce; returns the response. */
async function giveBack(port: number, token: string, localAddress: string): Promise<string> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true, localAddress })
  try {
    return (await transport.sendMail({ envelope: { from: '', to: returnPath(token) }, raw: deliveryReport() })).response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}

const isNoted = async (token: string): Promise<boolean> =>
  (await service.db.selectFrom('delivery').select('bounced_at').where('token', '=', token).executeTakeFirstOrThrow()).bounced_at !== null

const isOpen = ({ socket }: Held): boolean => socket.readyState === 'open'

/** Waits until the listener closes the connection; returns what the listener said last. */
async function lastReply(held: Held): Promise<string> {
  // Not `once` of node:events, which rejects: the listener resets the connection if there is text that it did not read.
  await new Promise((resolve) => held.socket.once('close', resolve))
  return held.said().trim().split('\r\n').at(-1) ?? ''
}

/** Sends the same text every few milliseconds until the listener closes the connection; returns what the listener said last. */
async function trickle(held: Held, text: string, everyMs: number): Promise<string> {
  // The pace of a slow client.
  const timer = setInterval(() => held.socket.writable && held.socket.write(text), everyMs)
  cleanUps.unshift(() => clearInterval(timer))
  const reply = await lastReply(held)
  clearInterval(timer)
  return reply
}

async function beginMessage(held: Held, token: string): Promise<void> {
  held.socket.write(`EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<${returnPath(token)}>\r\nDATA\r\n`)
  await expect.poll(held.said).toContain('354 ')
}

describe('connections are shared between networks', () => {
  it.each([5, 50])('%d addresses that hold ten connections each keep a mailbox provider from nothing', async (networks) => {
    const [port, token] = [await startListener(), await newToken()]
    const held = await holdEach(port, addressesOf(networks, 10))
    expect(await giveBack(port, token, PROVIDER)).toMatch(/^250 /)
    expect(await isNoted(token)).toBe(true)
    expect(held.filter(isOpen).length).toBeLessThanOrEqual(connectionLimits.total)
  })

  it('a network with less than its share loses none to one that takes more', async () => {
    const port = await startListener({ total: 12 })
    const small = await holdEach(port, ['127.0.100.1', '127.0.100.2'])
    await holdEach(port, addressesOf(1, 10))
    await holdEach(port, addressesOf(4, 4).slice(4))
    expect(small.map(isOpen)).toEqual([true, true])
  })

  it('addresses of one network count as one', async () => {
    const port = await startListener({ total: 12, ofClient: 3 })
    const one = await holdEach(
      port,
      Array.from({ length: 12 }, (_, index) => `127.0.1.${1 + Math.floor(index / 3)}`),
    )
    const others = await holdEach(port, addressesOf(6, 1).slice(1))
    expect(others.map(({ said }) => said().slice(0, 3))).toEqual(Array(5).fill('220'))
    await expect.poll(() => one.filter(isOpen).length).toBe(7)
  })

  it('with one connection each, a slow one makes room, and fresh ones do not', async () => {
    const fresh = await startListener({ total: 8 })
    const held = await holdEach(fresh, addressesOf(8, 1))
    const refused = await hold(fresh, PROVIDER)
    expect(refused.said()).toBe('421 Too many connections, try again later\r\n')
    expect(held.every(isOpen)).toBe(true)

    const [port, token] = [await startListener({ total: 8, slowMs: 300 }), await newToken()]
    const [oldest, ...later] = await holdEach(port, addressesOf(8, 1))
    // Refused until the oldest connection counts as slow.
    await expect.poll(() => giveBack(port, token, PROVIDER)).toMatch(/^250 /)
    await expect.poll(() => [oldest, ...later].filter((each) => each && isOpen(each)).length).toBe(7)
  })

  it('a message that was received is stored and acknowledged, however many come', async () => {
    const [port, token] = [await startListener({ total: 4, slowMs: 0 }), await newToken()]
    const release = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const lock = service.db.transaction().execute(async (trx) => {
      await trx.selectFrom('delivery').select('id').where('token', '=', token).forUpdate().execute()
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const held = await hold(port, '127.0.1.1')
    await beginMessage(held, token)
    held.socket.write(`${deliveryReport()}\r\n.\r\n`)
    await expect.poll(() => lockWaits(service.db)).toBe(1)
    for (let network = 2; network < 12; network++) await hold(port, `127.0.${network}.1`)
    expect(isOpen(held)).toBe(true)
    release.resolve()
    await lock
    await expect.poll(held.said).toMatch(/250 .*\r\n$/)
    expect(await isNoted(token)).toBe(true)
  })
})

describe('a connection ends', () => {
  it('when it brings no message in time, whatever commands it sends', async () => {
    const port = await startListener({ commandsMs: 1_000 })
    expect(await trickle(await hold(port, PROVIDER), 'NOOP\r\n', 100)).toBe('421 No message for too long, try again later')
  })

  it('when it sends too many commands', async () => {
    const held = await hold(await startListener(), PROVIDER)
    // The listener passes the limit with the last byte: nothing stays unread, so the connection closes without a reset.
    const command = 'NOOP\r\n'
    held.socket.write(command.repeat(Math.floor(connectionLimits.commandBytes / command.length) + 1))
    expect(await lastReply(held)).toBe('421 Too many commands, try again later')
  })

  it('when its message is slower than the slowest pace', async () => {
    const [port, token] = [await startListener({ paceGraceMs: 500 }), await newToken()]
    const held = await hold(port, PROVIDER)
    await beginMessage(held, token)
    expect(await trickle(held, 'a', 50)).toBe('421 Message too slow, try again later')
    expect(await isNoted(token)).toBe(false)
  })

  it('after its total time, even in the middle of a message', async () => {
    const [port, token] = [await startListener({ connectionMs: 1_000 }), await newToken()]
    const held = await hold(port, PROVIDER)
    await beginMessage(held, token)
    expect(await trickle(held, `${'a'.repeat(70)}\r\n`.repeat(100), 20)).toBe('421 Connection open for too long, try again later')
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
