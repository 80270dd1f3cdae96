import { requireCompany } from '@app/chassis/companies/own-company.ts'
import type { App } from '@app/chassis/http/app.ts'
import { callerOf, ownerIdOf, readerOf } from '@app/chassis/http/auth.ts'
import { endOfRequest } from '@app/chassis/http/end-of-request.ts'
import { seenVersionOf } from '@app/chassis/http/if-match.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { attachment } from '@app/chassis/storage/content-disposition.ts'
import { reportFileName } from '@app/contracts/format/report-words.ts'
import * as contract from '@app/contracts/http/monthly-reports.ts'
import { Id } from '@app/contracts/primitives.ts'
import { instantsOf } from '@app/contracts/rules/monthly-report.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { managerIn } from '../board/manager-in.ts'
import type { TasksDeps } from '../deps.ts'
import { sendReports, setReportText } from './change-report.ts'
import { correctReport, prepareReport } from './prepare-report.ts'
import { findReport, listNewestReports, listSentReports, listUnpreparedReports, type ReportRow } from './report.repository.ts'
import { reportPdf } from './report-pdf.ts'
import { reportNotFound, toReport } from './to-report.ts'

const nameKey = Type.Tuple([Type.String(), Id])
const monthKey = Type.Tuple([Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' })])

export function registerReportRoutes(app: App, deps: TasksDeps): void {
  /** Returns a report that the caller may see: an admin every report, an owner the sent reports of the own company. */
  async function seenReport(request: FastifyRequest, id: string): Promise<ReportRow> {
    const report = await findReport(deps.db, id, ownerIdOf(callerOf(request)))
    if (!report) throw reportNotFound()
    return report
  }

  app.route({
    ...contract.listReports,
    handler: async (request, reply) => {
      const { month, state, limit = contract.REPORT_PAGE_MAX, cursor } = request.query
      const filter = { month, state, managerId: managerIn(request) }
      const rows = await listNewestReports(deps.db, { ...filter, after: readCursor(cursor, nameKey), limit: limit + 1 })
      const page = nextPage(request, reply, rows, limit, ({ sortName, companyProfileId }) => [sortName, companyProfileId])
      return page.map(({ sortName: _name, ...report }) => report)
    },
  })

  app.route({
    ...contract.listUnpreparedReports,
    handler: async (request, reply) => {
      const { month, limit = contract.REPORT_PAGE_MAX, cursor } = request.query
      const { until: existedBefore } = instantsOf(month, deps.timeZone)
      const filter = { month, existedBefore, managerId: managerIn(request) }
      const rows = await listUnpreparedReports(deps.db, { ...filter, after: readCursor(cursor, nameKey), limit: limit + 1 })
      const page = nextPage(request, reply, rows, limit, ({ sortName, companyProfileId }) => [sortName, companyProfileId])
      return page.map(({ sortName: _name, ...company }) => company)
    },
  })

  app.route({
    ...contract.listSentReports,
    handler: async (request, reply) => {
      const { companyProfileId: companyId } = request.params
      const { limit = contract.REPORT_PAGE_MAX, cursor } = request.query
      await requireCompany(deps, readerOf(request), companyId)
      const [before] = readCursor(cursor, monthKey) ?? []
      const rows = await listSentReports(deps.db, { companyId, before, limit: limit + 1 })
      return nextPage(request, reply, rows, limit, ({ month }) => [month])
    },
  })

  app.route({
    ...contract.getReport,
    handler: async (request) => toReport(await seenReport(request, request.params.id), deps.store.publicUrl),
  })

  app.route({
    ...contract.downloadReport,
    // The answer to a HEAD request would need the whole file.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const report = await seenReport(request, request.params.id)
      const end = endOfRequest(request, reply)
      const file = await reportPdf(deps, report, { caller: callerOf(request).id, signal: end })
      return (reply as FastifyReply)
        .type('application/pdf')
        .headers({ 'content-disposition': attachment(reportFileName(report)), 'cache-control': 'no-store' })
        .send(file)
    },
  })

  app.route({
    ...contract.prepareReport,
    handler: (request) => prepareReport(deps, request.body, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.setReportText,
    handler: (request) => {
      const seen = { id: request.params.id, version: seenVersionOf(request) }
      return setReportText(deps, seen, request.body, idempotentRequestOf(request))
    },
  })

  app.route({
    ...contract.correctReport,
    handler: async (request, reply) => reply.code(201).send(await correctReport(deps, request.params.id, idempotentRequestOf(request))),
  })

  app.route({
    ...contract.sendReports,
    handler: (request) => sendReports(deps, callerOf(request), request.body),
  })
}
