import { companyOf } from '@app/chassis/companies/own-company.ts'
import type { App } from '@app/chassis/http/app.ts'
import { readerOf } from '@app/chassis/http/auth.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/customer-notes.ts'
import { NOTES_PER_PERSON_MAX, PERSON_KEY_MAX } from '@app/contracts/rules/customer-notes.ts'
import * as Type from 'typebox'
import type { CrmDeps } from '../deps.ts'
import { addNote } from './add-note.ts'
import { lastContactsOf, notesOn } from './note.repository.ts'
import { requirePersonKey } from './person-key.ts'
import { removeNote } from './remove-note.ts'

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
    handler: (request) => removeNote(deps, readerOf(request), request.params.id, idempotentRequestOf(request)),
  })
}
