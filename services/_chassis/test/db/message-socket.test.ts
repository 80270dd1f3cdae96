import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { connect } from '@app/chassis/db/connect.ts'
import { wholeMessages } from '@app/chassis/db/message-socket.ts'
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'

const READ_BYTES = 64 * 1024
const HEADER_BYTES = 5

/** A message as Postgres writes it: a letter, the length of all but that, and so many bytes. */
function message(letter: string, bytes: number): Buffer {
  const written = Buffer.alloc(HEADER_BYTES + bytes, letter.toLowerCase())
  written.write(letter, 0)
  written.writeUInt32BE(4 + bytes, 1)
  return written
}

/** What is given of these bytes when they come in pieces of such lengths, one after the other; each time what was given, as text. */
function given(bytes: Buffer, lengths: readonly number[]): string[] {
  const all: string[] = []
  // Nothing of it may be looked at later.
  const take = wholeMessages((messages) => all.push(messages.toString('latin1')))
  const read = Buffer.alloc(READ_BYTES)
  for (let at = 0, piece = 0; at < bytes.length; piece++) {
    const length = Math.min(lengths[piece % lengths.length] ?? 1, bytes.length - at)
    bytes.copy(read, 0, at, at + length)
    take(read.subarray(0, length))
    at += length
  }
  return all
}

/** Of the first of these, of the first two, and so on. */
const sums = (numbers: number[]) => numbers.map((_, at) => numbers.slice(0, at + 1).reduce((sum, each) => sum + each, 0))

const messages = [
  message('T', 30),
  message('D', 3),
  message('Z', 0),
  message('D', 200_000),
  message('D', 70),
  message('D', 700_000),
  message('C', 9),
]
const bytes = Buffer.concat(messages)

it.each([[1], [2], [4], [5], [6], [7, 1, 64], [1_000, 3], [4_096], [READ_BYTES], [READ_BYTES, 1], [35, 12]])(
  'messages that come in pieces of %d bytes are given whole, and in their order',
  (...lengths) => {
    const parts = given(bytes, lengths)
    expect(parts.join('') === bytes.toString('latin1')).toBe(true)
    const ends = new Set(sums(messages.map(({ length }) => length)))
    expect(sums(parts.map(({ length }) => length)).every((end) => ends.has(end))).toBe(true)
  },
)

it('values of all sizes arrive as they were sent', async () => {
  const db = connect<unknown>({ url: inject('databaseUrl'), schema: 'public', max: 1, onIdleError: () => {} })
  const lengths = [0, 1, 8_000, 65_500, 65_531, 65_536, 131_072, 600_000, 20, 3_000_000, 5]
  for (const length of lengths) {
    const { rows } = await sql<{ text: string; count: number }>`
      select repeat('ä1', ${length}::integer) as text, count(*) as count from generate_series(1, ${length}::integer)`.execute(db)
    expect(rows[0]?.text === 'ä1'.repeat(length)).toBe(true)
    expect(rows[0]?.count).toBe(length)
  }
  const { rows } = await sql<{ n: number; text: string }>`
    select n, repeat('x', n % 700) as text from generate_series(1, 5000) as n`.execute(db)
  expect(rows.every(({ n, text }, at) => n === at + 1 && text.length === n % 700)).toBe(true)
  await db.destroy()
})

it('where the address asks for TLS, it is spoken', async () => {
  const SSL_REQUEST = [0, 0, 0, 8, 4, 210, 22, 47]
  const HANDSHAKE = 22
  const heard: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (request) => {
      heard.push(request)
      socket.write('S')
      socket.once('data', (greeting) => {
        heard.push(greeting)
        socket.destroy()
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `postgres://somebody@127.0.0.1:${port}/any?sslmode=verify-full`
  const db = connect<unknown>({ url, schema: 'public', max: 1, onIdleError: () => {} })
  await expect(sql`select 1`.execute(db)).rejects.toThrow()
  server.close()
  expect([...(heard[0] ?? [])]).toEqual(SSL_REQUEST)
  expect(heard[1]?.[0]).toBe(HANDSHAKE)
})
