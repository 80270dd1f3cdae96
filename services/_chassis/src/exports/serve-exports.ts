import type { ExportRecordsRoute } from '@app/contracts/http/export-records.ts'
import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import * as Type from 'typebox'
import type { App } from '../http/app.ts'
import { AppError } from '../http/errors.ts'
import { readCursor, setNextLink } from '../http/paging.ts'
import { requireInternalDataKey } from '../keys/internal-data-key.ts'
import type { ExportSource } from './exported-table.ts'

const Key = Type.Array(Type.String(), { minItems: 1, maxItems: 4 })

const unknownKind = (): AppError => new AppError('unknown-kind', 'not-found', 'This release does not export records of this kind.')

interface Exported<T> {
  db: Kysely<T>
  internalDataKey: string
  sources: readonly ExportSource<T>[]
}

/** Registers the route with which `company` reads the records of a service for an export. */
export function serveExports<T>(app: App, route: ExportRecordsRoute, { db, internalDataKey, sources }: Exported<T>): void {
  app.route({
    ...route,
    // Both services are in the same network, so compression would only take CPU time.
    compress: false,
    onRequest: requireInternalDataKey(internalDataKey),
    handler: async (request, reply) => {
      const { companyProfileId: companyId, kind } = request.params
      const { ownerId, cursor } = request.query
      const source = sources.find(({ kind: { name } }) => name === kind)
      if (!source) throw unknownKind()
      const limit = Math.min(request.query.limit ?? source.pageSize, source.pageSize)
      const found = await source.page(db, { companyId, ownerId, after: readCursor(cursor, Key), limit })
      const last = found.at(-1)
      if (last && found.length === limit) setNextLink(request, reply, limit, last.key)
      return (reply as FastifyReply).type('application/jsonl; charset=utf-8').send(found.map(({ json }) => `${json}\n`).join(''))
    },
  })
}
