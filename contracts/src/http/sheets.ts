import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, nullableText, oneOf, text } from '../primitives.ts'
import { customerColumns } from '../rules/customers.ts'
import { SheetProblem } from './customers.ts'

const CompanyParams = Type.Object({ id: Id })

export const getSheetScript = defineRoute({
  id: 'getSheetScript',
  service: 'crm-proxy',
  method: 'GET',
  url: '/crm/companies/:id/script',
  access: 'admin',
  summary: 'The script for this company’s spreadsheet, with its secret inside',
  schema: { params: CompanyParams, response: { 200: Type.Object({ script: Type.String(), version: Type.String() }) } },
})

/** What a test of a spreadsheet's address found. */
export const SheetTest = Type.Object({
  ok: Type.Boolean(),
  script: Type.Unsafe<'ours' | 'other' | null>({ type: ['string', 'null'], enum: ['ours', 'other', null], description: 'whose answered' }),
  version: nullableText('of our script'),
  outdated: Type.Boolean({ description: 'our script, but an older version of it' }),
  rows: Type.Integer(),
  columns: Type.Array(
    Type.Object({ column: oneOf(customerColumns), header: nullableText('how the sheet spells it; null when it is missing') }),
  ),
  notUnderstood: Type.Integer({ description: 'cells' }),
  problem: Type.Unsafe<SheetProblem | null>({ ...SheetProblem, type: ['object', 'null'] }),
  mend: nullableText('how to mend the problem, for an admin'),
})
export type SheetTest = Type.Static<typeof SheetTest>

export const testSheet = defineRoute({
  id: 'testSheet',
  service: 'crm-proxy',
  method: 'POST',
  url: '/crm/companies/:id/test',
  access: 'admin',
  summary: 'Read the spreadsheet behind an address once, and say what was found or what is wrong. Changes nothing',
  schema: {
    params: CompanyParams,
    body: Type.Object({ gsapi: text(2000) }, { additionalProperties: false }),
    response: { 200: SheetTest },
  },
})
