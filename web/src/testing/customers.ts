import '../features/customers/Customers.tsx'
import '../features/customers/duplicates/Duplicates.tsx'
import '../features/customers/entry/AddCustomer.tsx'
import '../features/customers/entry/EditCustomer.tsx'
import '../features/customers/notices/NotUnderstood.tsx'
import '../features/customers/notices/UnwrittenChanges.tsx'
import '../features/customers/person/CustomerPanel.tsx'
import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { type CustomerNote, type LastContact, listCustomerNotes, listLastContacts } from '@app/contracts/http/customer-notes.ts'
import { type Customer, type CustomerList, listCustomers, type SheetWrite } from '@app/contracts/http/customers.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import { listPersonMails, type PersonMail } from '@app/contracts/http/person-mails.ts'
import { answer, never, reply, type Sent } from './api.ts'
import { company, ownerWith } from './fixtures.ts'

const GSAPI = 'https://script.example/exec'

export const customerOf = (changes: Partial<Customer> = {}): Customer => ({
  'First Name': 'Ann',
  'Last Name': 'Lee',
  'Email id': 'ann@shop.example',
  'Mobile No': '+1 803 555 0142',
  Stage: 'Lead',
  'Lead Date': '2026-11-02',
  'Customer date': '',
  'Email Subscription': 'Yes',
  'Other Details': '',
  'Customer ID': `c-${changes.row ?? 2}`,
  row: 2,
  ...changes,
})

export const writeOf = (changes: Partial<SheetWrite> = {}): SheetWrite => ({
  id: 'write-1',
  kind: 'update',
  state: 'pending',
  customerId: 'c-2',
  values: {},
  seen: {},
  theirs: null,
  removes: [],
  problem: null,
  createdAt: '2026-12-01T12:00:00.000Z',
  ...changes,
})

export const listOf = (data: Customer[], more: Partial<CustomerList> = {}): CustomerList => ({
  data,
  asOf: new Date(2026, 10, 22, 9, 2).toISOString(),
  stale: false,
  problem: null,
  writes: [],
  canMerge: true,
  missing: [],
  notUnderstood: { count: 0, first: [] },
  ...more,
})

export const noteOf = (changes: Partial<CustomerNote> = {}): CustomerNote => ({
  _id: 'note-1',
  kind: 'call',
  text: 'Wants rye on Fridays.',
  happenedOn: '2026-11-02',
  authorId: 'owner-1',
  createdAt: '2026-11-02T15:00:00.000Z',
  ...changes,
})

export const personMailOf = (changes: Partial<PersonMail> = {}): PersonMail => ({
  _id: 'mail-1',
  campaignId: 'campaign-1',
  campaignName: 'Winter bread',
  stepType: 'Initial',
  subject: 'Fresh rye',
  state: 'accepted',
  reason: null,
  at: '2026-11-05T15:00:00.000Z',
  bouncedAt: null,
  complainedAt: null,
  unsubscribedAt: null,
  ...changes,
})

/** Sets the last contacts of the company, the notes on each person, and the campaign emails to each person. */
export function withHistory(history: { contacts?: LastContact[]; notes?: CustomerNote[]; mails?: PersonMail[] } = {}): void {
  const { contacts = [], notes = [], mails = [] } = history
  answer(listLastContacts, () => reply(listLastContacts, contacts))
  answer(listCustomerNotes, () => reply(listCustomerNotes, notes))
  answer(listPersonMails, () => reply(listPersonMails, mails))
}

/** Signs in an owner whose company has a spreadsheet. `list` is called at each request. Returns the list requests. */
export function ownerWithCustomers(list: () => CustomerList | Response | Promise<Response>): Sent[] {
  ownerWith()
  answer(getCompanyProfile, () => reply(getCompanyProfile, { ...company, gsapi: GSAPI }))
  answer(streamNotifications, never)
  withHistory()
  return answer(listCustomers, () => {
    const response = list()
    return 'data' in response ? reply(listCustomers, response) : response
  })
}
