import { companyOf } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { App } from '@app/chassis/http/app.ts'
import { readerOf } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/customer-notes.ts'
import { NOTES_PER_PERSON_MAX, PERSON_KEY_MAX } from '@app/contracts/rules/customer-notes.ts'
import * as Type from 'typebox'
import type { CrmDeps } from '../deps.ts'
import { addNote, requirePersonKey } from './add-note.ts'
import { deleteNote, lastContactsOf, notesOn } from './note.repository.ts'

const contactKey = Type.Tuple([Type.String({ maxLength: PERSON_KEY_MAX })])

export function registerNoteRoutes(app: App, deps: CrmDeps): void {
  app.route({
    ...contract.listLastContacts,
    handler: async (request, reply) => {
      const { limit = contract.LAST_CONTACT_PAGE_MAX, cursor } = request.query
      const after = readCursor(cursor, contactKey)?.[0]
      const { id } = await companyOf(deps, readerOf(request))
      const contacts = await lastContactsOf(deps.db, id, { limit: limit + 1, after })
      return nextPage(request, reply, contacts, limit, ({ person }) => [person])
    },
  })

  app.route({
    ...contract.listCustomerNotes,
    handler: async (request) => {
      const { person } = request.query
      requirePersonKey(person)
      const { id } = await companyOf(deps, readerOf(request))
      return notesOn(deps.db, id, person, NOTES_PER_PERSON_MAX)
    },
  })

  app.route({
    ...contract.addCustomerNote,
    handler: async (request, reply) =>
      reply.code(201).send(await addNote(deps, readerOf(request), request.body, idempotentRequestOf(request))),
  })

  app.route({
    ...contract.removeCustomerNote,
    handler: async (request) => {
      const { id: companyId } = await companyOf(deps, readerOf(request))
      return inTransaction(deps.db, async (trx) => {
        if (!(await deleteNote(trx, companyId, request.params.id)))
          throw new AppError('note-not-found', 'not-found', 'This note does not exist any more.')
        return idempotentRequestOf(request).storeResponse(trx, { message: 'Note removed' })
      })
    },
  })
}
