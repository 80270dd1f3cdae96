import { Readable } from 'node:stream'
import { isNotModified } from '@app/chassis/http/not-modified.ts'
import type { CustomerList, SheetProblem } from '@app/contracts/http/customers.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decompressed } from '../sheet/compressed-text.ts'
import type { StoredRows } from '../sheet/copy.repository.ts'
import { type StoredWrite, toSheetWrite } from '../writes/write.repository.ts'
import { gzipMember } from './gzip-member.ts'

/** The customer list. `open` reads the rows, which are not needed for a 304 response. */
export interface Listing {
  etag: string
  readAt: string
  open(): Promise<CustomersResponse>
}

interface CustomersResponse {
  copy: StoredRows
  writes: readonly StoredWrite[]
  problem: SheetProblem | null
  canMerge: boolean
}

/** Returns the end of the response, after the rows. */
function tailOf({ copy, writes, problem, canMerge }: CustomersResponse): Buffer {
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

function uncompressed({ rows }: StoredRows, tail: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield* decompressed(rows)
      yield tail
    })(),
  )
}

const takesGzip = (acceptEncoding: string): boolean => /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(acceptEncoding)

/** Sends the list or a 304. Both responses contain the time of the copy in the `as-of` header. */
export async function sendListing(request: FastifyRequest, reply: FastifyReply, { etag, readAt, open }: Listing): Promise<FastifyReply> {
  reply.header('as-of', readAt)
  if (isNotModified(request, reply, etag)) return reply.code(304).send()
  const response = await open()
  const tail = tailOf(response)
  reply.type('application/json; charset=utf-8')
  if (!takesGzip(String(request.headers['accept-encoding'] ?? ''))) return reply.send(uncompressed(response.copy, tail))
  const { rows: bytes, crc, size } = response.copy
  return reply.header('content-encoding', 'gzip').send(gzipMember({ bytes, crc, size }, tail))
}
