import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, Message, nullableText, pageQuery, strictObject, text } from '../primitives.ts'

/** Maximum length of a note of the team. */
export const COMPANY_NOTE_MAX = 5_000
export const COMPANY_NOTE_PAGE_MAX = 50

/** A private note of the team on a company. Owners never see it. */
export const CompanyNote = Type.Object({
  _id: Id,
  text: Type.String({ description: 'plain text' }),
  author: Type.Object({ id: Id, name: Type.String({ description: 'the name that the admin set' }) }),
  createdAt: Instant,
  editedAt: Type.Optional(nullableText('when the author last changed the text, ISO 8601 in UTC; null if never')),
})
export type CompanyNote = Type.Static<typeof CompanyNote>

const OneCompany = Type.Object({ id: Id })

export const listCompanyNotes = defineRoute({
  id: 'listCompanyNotes',
  method: 'GET',
  url: '/admin/company/:id/notes',
  access: 'admin',
  summary: 'Lists the private notes of the team on a company, newest first',
  schema: { params: OneCompany, querystring: pageQuery(COMPANY_NOTE_PAGE_MAX), response: { 200: Type.Array(CompanyNote) } },
})

export const addCompanyNote = defineRoute({
  id: 'addCompanyNote',
  method: 'POST',
  url: '/admin/company/:id/notes',
  access: 'admin',
  idempotent: true,
  summary: 'Adds a private note of the team on a company. 422 for an empty text',
  schema: {
    params: OneCompany,
    body: strictObject({ text: text(COMPANY_NOTE_MAX) }),
    response: { 201: CompanyNote },
  },
})

const OneNote = Type.Object({ id: Id, noteId: Id })

export const changeCompanyNote = defineRoute({
  id: 'changeCompanyNote',
  method: 'PUT',
  url: '/admin/company/:id/notes/:noteId',
  access: 'admin',
  idempotent: true,
  summary: 'Changes the text of a note of the caller. 403 for the note of another admin, 422 for an empty text',
  schema: { params: OneNote, body: strictObject({ text: text(COMPANY_NOTE_MAX) }), response: { 200: CompanyNote } },
})

export const removeCompanyNote = defineRoute({
  id: 'removeCompanyNote',
  method: 'DELETE',
  url: '/admin/company/:id/notes/:noteId',
  access: 'admin',
  idempotent: true,
  summary: 'Deletes a note of the caller. 403 for the note of another admin',
  schema: { params: OneNote, response: { 200: Message } },
})
