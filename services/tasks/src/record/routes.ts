import type { Readable } from 'node:stream'
import { requireCompany } from '@app/chassis/companies/own-company.ts'
import type { App } from '@app/chassis/http/app.ts'
import { type Reader, readerOf } from '@app/chassis/http/auth.ts'
import { Int4, nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import * as contract from '@app/contracts/http/company-record.ts'
import type { FastifyReply } from 'fastify'
import * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { recordCsv, recordJsonLines } from './export-record.ts'
import { findChainEnd, recordsBefore } from './record.repository.ts'
import { toRecordEntry } from './to-record-entry.ts'
import { verifyRecord } from './verify-record.ts'

/** Limit of checks of decision records by one user. A check reads all records of a company. */
const CHECKS = { count: 30, seconds: 3_600 }

const recordKey = Type.Tuple([Int4])

const sendFile = (reply: FastifyReply, name: string, type: string, file: Readable): FastifyReply =>
  reply
    .type(`${type}; charset=utf-8`)
    .headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' })
    .send(file)

/** Throws a 404 if the caller has no access to the record. Admins can also read those of erased companies, which may be the agency's proof. */
async function requireRecord(deps: TasksDeps, reader: Reader, companyId: string): Promise<void> {
  const isErased = reader.role === 'admin' && (await findChainEnd(deps.db, companyId))?.isErased
  if (!isErased) await requireCompany(deps, reader, companyId)
}

export function registerRecordRoutes(app: App, deps: TasksDeps): void {
  const { db } = deps

  app.route({
    ...contract.listCompanyRecord,
    handler: async (request, reply) => {
      const { companyProfileId } = request.params
      const { limit = contract.RECORD_PAGE_MAX, cursor } = request.query
      await requireRecord(deps, readerOf(request), companyProfileId)
      const found = await recordsBefore(db, companyProfileId, limit + 1, readCursor(cursor, recordKey)?.[0])
      return nextPage(request, reply, found.map(toRecordEntry), limit, ({ number }) => [number])
    },
  })

  app.route({
    ...contract.verifyCompanyRecord,
    handler: async (request) => {
      const { companyProfileId } = request.params
      const reader = readerOf(request)
      await requireRecord(deps, reader, companyProfileId)
      await consumeLimit(db, { key: `record-check:${reader.id}`, limit: CHECKS, now: new Date() })
      return verifyRecord(db, companyProfileId.toLowerCase())
    },
  })

  app.route({
    ...contract.exportCompanyRecordCsv,
    handler: async (request, reply) => {
      const { companyProfileId } = request.params
      await requireRecord(deps, readerOf(request), companyProfileId)
      return sendFile(reply, 'decision-record.csv', 'text/csv', recordCsv(db, companyProfileId))
    },
  })

  app.route({
    ...contract.exportCompanyRecord,
    handler: async (request, reply) => {
      const { companyProfileId } = request.params
      await requireRecord(deps, readerOf(request), companyProfileId)
      return sendFile(reply, 'decision-record.jsonl', 'application/jsonl', recordJsonLines(db, companyProfileId.toLowerCase()))
    },
  })
}
