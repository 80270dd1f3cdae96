import type { App } from '@app/chassis/http/app.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/company-notes.ts'
import { Id } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import type { CompanyDeps } from '../deps.ts'
import { profileNotFound } from '../profile/profile.ts'
import { addNote, changeNote, removeNote } from './change-notes.ts'
import { ownerOf, pageOfNotes } from './notes.repository.ts'

const noteKey = Type.Tuple([Id])

export function registerNoteRoutes(app: App, deps: CompanyDeps): void {
  app.route({
    ...contract.listCompanyNotes,
    handler: async (request, reply) => {
      const { id } = request.params
      const { limit = contract.COMPANY_NOTE_PAGE_MAX, cursor } = request.query
      const before = readCursor(cursor, noteKey)?.[0]
      if (!(await ownerOf(deps.db, id))) throw profileNotFound()
      return nextPage(request, reply, await pageOfNotes(deps.db, id, limit + 1, before), limit, ({ _id }) => [_id])
    },
  })

  app.route({
    ...contract.addCompanyNote,
    handler: async (request, reply) => {
      const note = { companyId: request.params.id, authorId: request.user.sub, text: request.body.text }
      return reply.code(201).send(await addNote(deps, note, idempotentRequestOf(request)))
    },
  })

  app.route({
    ...contract.changeCompanyNote,
    handler: (request) => {
      const { id: companyId, noteId } = request.params
      return changeNote(deps, { companyId, noteId, by: request.user.sub }, request.body.text, idempotentRequestOf(request))
    },
  })

  app.route({
    ...contract.removeCompanyNote,
    handler: (request) => {
      const { id: companyId, noteId } = request.params
      return removeNote(deps, { companyId, noteId, by: request.user.sub }, idempotentRequestOf(request))
    },
  })
}
