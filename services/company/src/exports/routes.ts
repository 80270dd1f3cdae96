import type { App } from '@app/chassis/http/app.ts'
import { callerOf, ownerIdOf } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/exports.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import type { CompanyDeps } from '../deps.ts'
import { ownerOf } from '../notes/notes.repository.ts'
import { companyOfOwner } from '../profile/companies.repository.ts'
import { profileNotFound } from '../profile/profile.ts'
import { findExport, listExports } from './exports.repository.ts'
import { requestExport } from './request-export.ts'

const URL_SECONDS = 300

/** Returns the signed URL of an export's file. Throws 404, 409 if it is not ready, and 410 if its file was deleted. */
async function downloadUrl({ db, store }: CompanyDeps, id: string, ownerId: string | undefined): Promise<string> {
  const found = await findExport(db, id, ownerId)
  if (!found) throw new AppError('no-such-export', 'not-found', 'This export does not exist.')
  const { state, file } = found
  if (state === 'waiting' || state === 'running') throw new AppError('export-under-way', 'conflict', 'This export isn’t ready yet.')
  // A restored backup has the row, but not the file.
  const isThere = state === 'ready' && file !== null && (await store.sizeOf(file)) !== undefined
  if (!isThere) throw new AppError('export-gone', 'gone', 'The file of this export was deleted. Please start a new export.')
  // Signatures are checked against real time.
  const now = new Date()
  return store.signGet(file, `export-${todayIn('UTC', now)}.zip`, URL_SECONDS, now)
}

/** Registers the routes of exports for owners and admins. */
export function registerExportRoutes(app: App, deps: CompanyDeps): void {
  const { db } = deps

  async function ownCompanyId(ownerId: string): Promise<string> {
    const company = await companyOfOwner(db, ownerId)
    if (!company) throw profileNotFound()
    return company.id
  }

  app.route({
    ...contract.requestOwnExport,
    handler: async (request, reply) => {
      const caller = callerOf(request)
      return reply.code(201).send(await requestExport(deps, caller, await ownCompanyId(caller.id), idempotentRequestOf(request)))
    },
  })

  app.route({
    ...contract.listOwnExports,
    handler: async (request) => listExports(db, await ownCompanyId(callerOf(request).id)),
  })

  app.route({
    ...contract.requestCompanyExport,
    handler: async (request, reply) =>
      reply.code(201).send(await requestExport(deps, callerOf(request), request.params.id, idempotentRequestOf(request))),
  })

  app.route({
    ...contract.listCompanyExports,
    handler: async ({ params: { id } }) => {
      if (!(await ownerOf(db, id))) throw profileNotFound()
      return listExports(db, id)
    },
  })

  app.route({
    ...contract.downloadExport,
    handler: async (request) => ({ url: await downloadUrl(deps, request.params.id, ownerIdOf(callerOf(request))) }),
  })
}
