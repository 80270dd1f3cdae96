import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, nullableText, oneOf, strictObject, text } from '../primitives.ts'
import { customerColumns } from '../rules/customers.ts'
import { SheetProblem } from './customers.ts'

const SheetParams = Type.Object({ id: Id })

export const getSheetScript = defineRoute({
  id: 'getSheetScript',
  method: 'GET',
  url: '/crm/companies/:id/script',
  access: 'admin',
  summary: 'Returns the script for this company’s spreadsheet, which contains a secret',
  schema: { params: SheetParams, response: { 200: Type.Object({ script: Type.String(), version: Type.String() }) } },
})

export const SheetTest = Type.Object({
  ok: Type.Boolean(),
  script: Type.Unsafe<'ours' | 'other' | null>({
    type: ['string', 'null'],
    enum: ['ours', 'other', null],
    description: 'the script that responded',
  }),
  version: nullableText('version of the product’s script'),
  outdated: Type.Boolean({ description: 'it is an older version of the product’s script' }),
  rows: Type.Integer(),
  columns: Type.Array(
    Type.Object({ column: oneOf(customerColumns), header: nullableText('the header in the spreadsheet; null if the column is missing') }),
  ),
  notUnderstood: Type.Integer({ description: 'number of cells' }),
  problem: Type.Unsafe<SheetProblem | null>({ ...SheetProblem, type: ['object', 'null'] }),
  mend: nullableText('solution of the problem, for an admin'),
})
export type SheetTest = Type.Static<typeof SheetTest>

export const testSheet = defineRoute({
  id: 'testSheet',
  method: 'POST',
  url: '/crm/companies/:id/test',
  access: 'admin',
  summary: 'Reads the spreadsheet at a URL once and returns the result or the problem. Changes nothing',
  schema: {
    params: SheetParams,
    body: strictObject({ gsapi: text(2000) }),
    response: { 200: SheetTest },
  },
})
