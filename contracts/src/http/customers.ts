import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { dateText, Id, Instant, Message, nullableText, oneOf, strictObject, text } from '../primitives.ts'
import { audiences } from '../rules/campaigns.ts'
import { customerColumns, customerStages, newCustomerStages, subscriptionWords } from '../rules/customers.ts'
import { AudienceSkipped } from './audience.ts'

/** Maximum length of a cell's text, in characters. Google Sheets has the same limit. */
const CELL_MAX = 50_000
const cell = (description: string) => Type.String({ maxLength: CELL_MAX, description })
const column = cell('the text of the cell; normalized if the product understands it')
const dateColumn = cell('YYYY-MM-DD if the product understands the cell as a date; otherwise the text of the cell')

const fields = {
  'First Name': column,
  'Last Name': column,
  'Email id': column,
  'Mobile No': column,
  Stage: cell('Lead, Customer or Lost; any other text of the cell is unchanged'),
  'Lead Date': dateColumn,
  'Customer date': dateColumn,
  'Email Subscription': cell('Yes or No; any other text of the cell is unchanged'),
  'Other Details': column,
}

export const Customer = Type.Object({
  ...fields,
  'Customer ID': Type.String({
    description: 'empty if the cell is empty, is not unique, has more than 200 characters or control characters; the row is then read-only',
  }),
  row: Type.Integer({ description: 'row number in the spreadsheet' }),
})
export type Customer = Type.Static<typeof Customer>

const date = dateText({
  pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{4})?$',
  description: 'YYYY-MM-DD or M/D/YYYY, or empty; stored and returned as YYYY-MM-DD',
})
const texts = {
  'First Name': text(200),
  'Last Name': text(200),
  'Email id': text(254),
  'Mobile No': text(40),
  'Email Subscription': oneOf(subscriptionWords),
  'Other Details': text(5000),
}

/** Values of a new customer. Default values: Stage `Lead`, Email Subscription `Yes`, Lead Date today. */
const NewCustomer = Type.Partial(Type.Object({ ...texts, Stage: oneOf(newCustomerStages), 'Lead Date': date, 'Customer date': date }), {
  additionalProperties: false,
})
const Changes = Type.Partial(Type.Object({ ...texts, Stage: oneOf(customerStages), 'Lead Date': date, 'Customer date': date }), {
  additionalProperties: false,
})
/** The values before the change, as the client received them. The service compares them with the spreadsheet to detect conflicts. */
const Seen = Type.Partial(Type.Object(fields), { additionalProperties: false })

export const sheetFaults = [
  'sign-in-page',
  'html-page',
  'not-json',
  'http-status',
  'columns',
  'secret',
  'too-large',
  'too-many-rows',
  'too-many-columns',
  'busy',
  'timeout',
  'no-answer',
  'host-refused',
  'address-refused',
  'too-many-redirects',
  'no-address',
  'script-error',
  'not-seen-back',
] as const
export const SheetProblem = Type.Object({
  code: oneOf(sheetFaults),
  message: Type.String({ description: 'message for the owner' }),
})
export type SheetProblem = Type.Static<typeof SheetProblem>

/**
 * An owner's change of the spreadsheet. `pending`: not written yet. `written`: written, but not in the cached copy of the spreadsheet yet.
 * `conflict`: the spreadsheet contains other values (`theirs`) than the client received (`seen`). `refused`: not written because of
 * `problem`. The owner must resend or discard each change with the state `conflict` or `refused`.
 */
export const SheetWrite = Type.Object({
  id: Id,
  kind: oneOf(['add', 'update', 'merge', 'unsubscribe']),
  state: oneOf(['pending', 'written', 'conflict', 'refused']),
  customerId: Type.String(),
  values: Seen,
  seen: Seen,
  theirs: Type.Unsafe<Type.Static<typeof Seen> | null>({ ...Seen, type: ['object', 'null'] }),
  removes: Type.Array(Type.String({ description: 'Customer IDs of rows that a merge deletes' })),
  problem: nullableText('the reason why the change was not written'),
  createdAt: Instant,
})
export type SheetWrite = Type.Static<typeof SheetWrite>

export const CustomerList = Type.Object({
  data: Type.Array(Customer),
  asOf: Instant,
  stale: Type.Boolean({
    description: 'whether the latest attempt to read the spreadsheet failed or took too long; `problem` contains the reason',
  }),
  problem: Type.Unsafe<SheetProblem | null>({ ...SheetProblem, type: ['object', 'null'] }),
  writes: Type.Array(SheetWrite, { description: 'changes that `data` does not contain yet, in order' }),
  canMerge: Type.Boolean({ description: 'whether rows can be merged; this requires the product’s script in the spreadsheet' }),
  missing: Type.Array(oneOf(customerColumns), { description: 'columns that are missing in the spreadsheet' }),
  notUnderstood: Type.Object({
    count: Type.Integer(),
    first: Type.Array(Type.Object({ row: Type.Integer(), column: oneOf(customerColumns), value: Type.String(), message: Type.String() }), {
      description: 'at most 100',
    }),
  }),
})
export type CustomerList = Type.Static<typeof CustomerList>

const Accepted = Type.Object({ data: Customer, write: SheetWrite, message: Type.String() })

export const listCustomers = defineRoute({
  id: 'listCustomers',
  method: 'GET',
  url: '/crm/customers',
  access: 'owner',
  summary:
    'Lists the company’s customers and leads from a copy of its spreadsheet that is cached for 15 s. `?fresh=true` reads the spreadsheet. 304 for a current `If-None-Match`; the header `As-Of` contains the time of the copy, also with 304. 409 if no spreadsheet is configured, 502 with a fault code if it cannot be read and there is no copy',
  schema: {
    querystring: Type.Object({ fresh: Type.Optional(Type.Boolean()) }),
    response: { 200: CustomerList },
  },
})

export const addCustomer = defineRoute({
  id: 'addCustomer',
  method: 'POST',
  url: '/crm/customers',
  access: 'owner',
  idempotent: true,
  summary: 'Adds a customer or lead. It is stored at once and written to the spreadsheet later',
  schema: {
    body: NewCustomer,
    response: { 202: Accepted },
  },
})

export const updateCustomer = defineRoute({
  id: 'updateCustomer',
  method: 'PUT',
  url: '/crm/customers/:customerId',
  access: 'owner',
  idempotent: true,
  summary:
    'Changes fields of a row. `seen` contains the values that the client had before (default: the values of the cached copy). 409 `conflict` if the copy has other values, 404 for an unknown Customer ID. Replaces an earlier change of this row that is refused or in conflict',
  schema: {
    params: Type.Object({ customerId: text(200) }),
    body: strictObject({ values: Changes, seen: Type.Optional(Seen) }),
    response: { 202: Accepted },
  },
})

export const mergeCustomers = defineRoute({
  id: 'mergeCustomers',
  method: 'POST',
  url: '/crm/merges',
  access: 'owner',
  idempotent: true,
  summary:
    'Merges rows with the same email address: the first row stays and gets `values`, the others are deleted. All or nothing: `conflict` if any of the rows has changed. 409 if the spreadsheet does not have the product’s script',
  schema: {
    body: strictObject({
      rows: Type.Array(strictObject({ ...fields, 'Customer ID': Type.String({ minLength: 1, maxLength: 200 }) }), {
        minItems: 2,
        maxItems: 50,
        description: 'the rows as the client had them; the first one stays',
      }),
      values: Changes,
    }),
    response: { 202: Accepted },
  },
})

export const dropWrite = defineRoute({
  id: 'dropWrite',
  method: 'DELETE',
  url: '/crm/writes/:id',
  access: 'owner',
  idempotent: true,
  summary: 'Discards a change that is refused or in conflict. The spreadsheet stays unchanged. 409 for a change that is being written',
  schema: { params: Type.Object({ id: Id }), response: { 200: Message } },
})

export const countAudience = defineRoute({
  id: 'countAudience',
  method: 'GET',
  url: '/crm/audience',
  access: 'owner',
  summary:
    'Counts the audience of a campaign in the latest copy of the spreadsheet: email addresses by stage, and excluded rows. Without a spreadsheet or copy, the errors are those of `GET /crm/customers`',
  schema: {
    querystring: Type.Object({ audience: oneOf(audiences) }),
    response: {
      200: Type.Object({
        count: Type.Integer({ description: 'number of email addresses' }),
        customers: Type.Integer({ description: 'customers among them' }),
        leads: Type.Integer({ description: 'leads among them' }),
        skipped: AudienceSkipped,
        sample: Type.Array(Customer, { description: 'at most 5 recipients, for previews of the email' }),
        asOf: Instant,
        stale: Type.Boolean(),
      }),
    },
  },
})
