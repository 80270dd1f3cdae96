import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, Instant, Message, nullableText, oneOf, text } from '../primitives.ts'
import { audiences } from '../rules/campaigns.ts'
import { customerColumns, customerStages, newCustomerStages, subscriptionWords } from '../rules/customers.ts'
import { AudienceSkipped } from './audience.ts'

const column = Type.String({ description: 'as the sheet has it; in its one spelling where that was understood' })
const dateColumn = Type.String({ description: 'YYYY-MM-DD where the cell was understood as a date, else its text' })

const fields = {
  'First Name': column,
  'Last Name': column,
  'Email id': column,
  'Mobile No': column,
  Stage: Type.String({ description: 'Lead, Customer or Lost; any other text is the sheet’s own' }),
  'Lead Date': dateColumn,
  'Customer date': dateColumn,
  'Email Subscription': Type.String({ description: 'Yes or No; any other text is the sheet’s own' }),
  'Other Details': column,
}

/** A row of the company's spreadsheet. */
export const Customer = Type.Object({
  ...fields,
  'Customer ID': Type.String({
    description:
      'empty when the sheet has none, has it twice, or has one of more than 200 characters or with control characters: such a row can be read only',
  }),
  row: Type.Integer({ description: 'number of the row as the spreadsheet shows it' }),
})
export type Customer = Type.Static<typeof Customer>

const date = Type.String({
  maxLength: 10,
  pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{4})?$',
  description: 'YYYY-MM-DD or M/D/YYYY, or empty; kept and answered as YYYY-MM-DD',
})
const texts = {
  'First Name': text(200),
  'Last Name': text(200),
  'Email id': text(254),
  'Mobile No': text(40),
  'Email Subscription': oneOf(subscriptionWords),
  'Other Details': text(5000),
}

/** A new entry. Without a stage it is a lead, without a word on mail subscribed, without a lead date one of today. */
const NewCustomer = Type.Partial(Type.Object({ ...texts, Stage: oneOf(newCustomerStages), 'Lead Date': date, 'Customer date': date }), {
  additionalProperties: false,
})
/** What may be set in a row that is there. */
const Changes = Type.Partial(Type.Object({ ...texts, Stage: oneOf(customerStages), 'Lead Date': date, 'Customer date': date }), {
  additionalProperties: false,
})
/** What was seen where something is changed, in the words of the list. */
const Seen = Type.Partial(Type.Object(fields), { additionalProperties: false })

/** Why a sheet could not be read or written. */
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
  message: Type.String({ description: 'a sentence for the owner' }),
})
export type SheetProblem = Type.Static<typeof SheetProblem>

/**
 * A change on its way into the sheet. `pending`: not there yet. `written`: there, but the copy was read before. `conflict`:
 * the sheet said something else than what was seen (`theirs`). `refused`: it will not be written (`problem`).
 * The last two wait for the owner, who sends the change again or drops it.
 */
export const SheetWrite = Type.Object({
  id: Id,
  kind: oneOf(['add', 'update', 'merge', 'unsubscribe']),
  state: oneOf(['pending', 'written', 'conflict', 'refused']),
  customerId: Type.String(),
  values: Seen,
  seen: Seen,
  theirs: Type.Unsafe<Type.Static<typeof Seen> | null>({ ...Seen, type: ['object', 'null'] }),
  removes: Type.Array(Type.String({ description: 'Customer IDs that a merge takes away' })),
  problem: nullableText('why it is not written'),
  createdAt: Instant,
})
export type SheetWrite = Type.Static<typeof SheetWrite>

export const CustomerList = Type.Object({
  data: Type.Array(Customer),
  asOf: Instant,
  stale: Type.Boolean({ description: 'the sheet cannot be read at the moment, or not in time; `problem` says why' }),
  problem: Type.Unsafe<SheetProblem | null>({ ...SheetProblem, type: ['object', 'null'] }),
  writes: Type.Array(SheetWrite, { description: 'in their order; `withWrites` lays them over the rows' }),
  canMerge: Type.Boolean({ description: 'the company’s script is ours, which can take rows away' }),
  missing: Type.Array(oneOf(customerColumns), { description: 'columns that the sheet does not have' }),
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
  service: 'crm-proxy',
  method: 'GET',
  url: '/crm/customers',
  access: 'owner',
  summary:
    'The company’s customers and leads: a copy of its spreadsheet, fresh for 15 s. `?fresh=true` reads it again. 304 by `If-None-Match`; `As-Of` tells the copy’s time then, too. 409 without an address, 502 with the fault’s code when the sheet cannot be read and there is no copy',
  schema: {
    querystring: Type.Object({ fresh: Type.Optional(Type.Boolean()) }),
    response: { 200: CustomerList },
  },
})

export const addCustomer = defineRoute({
  id: 'addCustomer',
  service: 'crm-proxy',
  method: 'POST',
  url: '/crm/customers',
  access: 'owner',
  idempotent: true,
  summary: 'Add a customer or lead. It is kept at once and written into the spreadsheet in its turn',
  schema: {
    body: NewCustomer,
    response: { 202: Accepted },
  },
})

export const updateCustomer = defineRoute({
  id: 'updateCustomer',
  service: 'crm-proxy',
  method: 'PUT',
  url: '/crm/customers/:customerId',
  access: 'owner',
  idempotent: true,
  summary:
    'Change fields of a row. `seen`: what was shown in them; what was not is taken from the copy. 409 `conflict` when the copy says something else already, 404 for an unknown Customer ID. Takes the place of an earlier change of this row that is refused or in conflict',
  schema: {
    params: Type.Object({ customerId: text(200) }),
    body: Type.Object({ values: Changes, seen: Type.Optional(Seen) }, { additionalProperties: false }),
    response: { 202: Accepted },
  },
})

export const mergeCustomers = defineRoute({
  id: 'mergeCustomers',
  service: 'crm-proxy',
  method: 'POST',
  url: '/crm/merges',
  access: 'owner',
  idempotent: true,
  summary:
    'Make one row of several that share an address: the first stays and gets `values`, the others are taken out of the spreadsheet. All or nothing: `conflict` when any of them changed. Only with the product’s own script (409 otherwise)',
  schema: {
    body: Type.Object(
      {
        rows: Type.Array(
          Type.Object({ ...fields, 'Customer ID': Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }),
          {
            minItems: 2,
            maxItems: 50,
            description: 'as they were shown; the first is the one to keep',
          },
        ),
        values: Changes,
      },
      { additionalProperties: false },
    ),
    response: { 202: Accepted },
  },
})

export const dropWrite = defineRoute({
  id: 'dropWrite',
  service: 'crm-proxy',
  method: 'DELETE',
  url: '/crm/writes/:id',
  access: 'owner',
  idempotent: true,
  summary: 'Give up a change that is refused or in conflict: the spreadsheet stays as it is. 409 for one that is under way',
  schema: { params: Type.Object({ id: Id }), response: { 200: Message } },
})

export const countAudience = defineRoute({
  id: 'countAudience',
  service: 'crm-proxy',
  method: 'GET',
  url: '/crm/audience',
  access: 'owner',
  summary:
    'Whom a campaign would go to by the spreadsheet as it was read last: addresses by stage, and who is left out. Answers as the list does where there is no spreadsheet or copy',
  schema: {
    querystring: Type.Object({ audience: oneOf(audiences) }),
    response: {
      200: Type.Object({
        count: Type.Integer({ description: 'addresses' }),
        customers: Type.Integer({ description: 'of them' }),
        leads: Type.Integer({ description: 'of them' }),
        skipped: AudienceSkipped,
        sample: Type.Array(Customer, { description: 'at most 5 of them, to see a mail with their values' }),
        asOf: Instant,
        stale: Type.Boolean(),
      }),
    },
  },
})
