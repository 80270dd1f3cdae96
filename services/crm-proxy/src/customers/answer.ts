import { Readable } from 'node:stream'
import { crc32, deflateRawSync } from 'node:zlib'
import { isNotModified } from '@app/chassis/http/not-modified.ts'
import type { CustomerList, SheetProblem } from '@app/contracts/http/customers.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredRows } from '../sheet/copy.repository.ts'
import { unpacked } from '../sheet/packed.ts'
import { type StoredWrite, toSheetWrite } from '../writes/write.repository.ts'

/** What the list is answered from; the rows only when they are wanted. */
export interface Listing {
  etag: string
  readAt: string
  open(): Promise<CustomersAnswer>
}

interface CustomersAnswer {
  copy: StoredRows
  writes: readonly StoredWrite[]
  problem: SheetProblem | null
  canMerge: boolean
}

/** What comes behind the rows. */
function tailOf({ copy, writes, problem, canMerge }: CustomersAnswer): Buffer {
  const { columns, notUnderstood } = copy.about
  const rest: Omit<CustomerList, 'data'> = {
    asOf: copy.readAt,
    stale: problem !== null,
    problem,
    writes: writes.map(toSheetWrite),
    canMerge,
    missing: customerColumns.filter((column) => columns[column] === undefined),
    notUnderstood,
  }
  return Buffer.from(`\n],${JSON.stringify(rest).slice(1)}`)
}

/** RFC 1952: deflate, no flags, no time, from an unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/**
 * The answer as one gzip member: the rows as they are kept, and the rest compressed behind them. No work for any row, however
 * many there are.
 */
function gzipped(answer: CustomersAnswer): Buffer {
  const { rows, crc, size } = answer.copy
  const tail = tailOf(answer)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(tail, crc), 0)
  trailer.writeUInt32LE((size + tail.length) % 2 ** 32, 4)
  return Buffer.concat([GZIP_HEADER, rows, deflateRawSync(tail), trailer])
}

/** The same for who takes no gzip. */
function inflated(answer: CustomersAnswer): Readable {
  return Readable.from(
    (async function* () {
      yield* unpacked(answer.copy.rows)
      yield tailOf(answer)
    })(),
  )
}

const takesGzip = (acceptEncoding: string): boolean => /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(acceptEncoding)

/** Answers the list, or that it is what the caller has. When the copy was read is told either way. */
export async function sendListing(request: FastifyRequest, reply: FastifyReply, { etag, readAt, open }: Listing): Promise<FastifyReply> {
  reply.header('as-of', readAt)
  if (isNotModified(request, reply, etag)) return reply.code(304).send()
  const answer = await open()
  reply.type('application/json; charset=utf-8')
  if (!takesGzip(String(request.headers['accept-encoding'] ?? ''))) return reply.send(inflated(answer))
  return reply.header('content-encoding', 'gzip').send(gzipped(answer))
}
