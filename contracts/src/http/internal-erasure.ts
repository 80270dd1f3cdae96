import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { CompanyParams, Id, strictObject, text } from '../primitives.ts'
import { ErasedCounts, SpreadsheetRows } from './erasure.ts'

const KEY = '`Authorization: Key …` must contain `INTERNAL_DATA_KEY`'

const Progress = Type.Object({
  isComplete: Type.Boolean({ description: 'false if the time was over before everything was erased. Repeat the request' }),
  ...ErasedCounts.properties,
})
export type ErasureProgress = Type.Static<typeof Progress>

const PersonProgress = Type.Object({
  ...Progress.properties,
  spreadsheets: Type.Array(SpreadsheetRows, { description: 'rows that the product cannot delete, as of the last read' }),
})
export type PersonProgress = Type.Static<typeof PersonProgress>

export const eraseCompany = defineRoute({
  id: 'eraseCompany',
  method: 'POST',
  url: '/internal/erase-company/:companyProfileId',
  access: 'public',
  internal: true,
  summary: `Erases what the service stores about a company and its owner, for up to 10 s. Can be repeated. ${KEY}`,
  schema: {
    params: CompanyParams,
    body: strictObject({
      ownerId: Id,
      isLast: Type.Boolean({ description: 'the last round, after all tokens of the owner have expired' }),
    }),
    response: { 200: Progress },
  },
})

export const erasePerson = defineRoute({
  id: 'erasePerson',
  method: 'POST',
  url: '/internal/erase-person',
  access: 'public',
  internal: true,
  summary: `Erases what the service stores about a person with this email address, for up to 10 s. Can be repeated. ${KEY}`,
  schema: { body: strictObject({ email: text(254) }), response: { 200: PersonProgress } },
})
