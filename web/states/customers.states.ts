import { getCompanyProfile } from '@app/contracts/http/company.ts'
import type { CustomerList } from '@app/contracts/http/customers.ts'
import { personKeyOf } from '@app/contracts/rules/customer-notes.ts'
import { refusal } from '../src/testing/api.ts'
import { customerOf, listOf, noteOf, ownerWithCustomers, personMailOf, withHistory, writeOf } from '../src/testing/customers.ts'
import { company, ownerWith } from '../src/testing/fixtures.ts'
import { choose, click, press, type Step, see, seeDialog, seeRole, serve, visit } from './act.ts'
import { checkStates } from './check-states.ts'

const SECTION = '/management?section=1'
const ann = customerOf()
const people = [
  ann,
  customerOf({ row: 3, 'First Name': 'Bea', 'Last Name': 'Orr', 'Email id': '', Stage: 'Customer' }),
  customerOf({ row: 4, 'First Name': 'Maximiliane', 'Last Name': 'Featherstonehaugh-Cholmondeley', Stage: 'Lost' }),
  customerOf({ row: 5, 'Email id': ann['Email id'], 'Mobile No': '' }),
]
const troubled: Partial<CustomerList> = {
  stale: true,
  problem: { code: 'sign-in-page', message: 'The spreadsheet asks for a sign-in.' },
  missing: ['Other Details'],
  notUnderstood: { count: 1, first: [{ row: 4, column: 'Lead Date', value: 'last spring', message: 'Enter a date.' }] },
  writes: [
    writeOf({ state: 'conflict', values: { Stage: 'Customer' }, theirs: { Stage: 'Lost' } }),
    writeOf({ id: 'write-2', state: 'refused', customerId: 'c-3', problem: 'The row is no longer in the spreadsheet.' }),
    writeOf({ id: 'write-3', customerId: 'c-4', values: { 'Mobile No': '843-555-0199' } }),
  ],
}

const open = (more = '', changes: Partial<CustomerList> = {}): Step[] => [
  () => ownerWithCustomers(() => listOf(people, changes)),
  visit(SECTION + more),
]

const openAnn: Step[] = [
  open(),
  () =>
    withHistory({
      contacts: [{ person: personKeyOf(ann) ?? '', kind: 'call', happenedOn: '2026-11-20' }],
      notes: [
        noteOf(),
        noteOf({ _id: 'note-2', kind: 'meeting', text: '' }),
        noteOf({ _id: 'note-3', kind: 'note', text: 'Allergic to nuts.' }),
      ],
      mails: [
        personMailOf({ unsubscribedAt: '2026-11-05T18:00:00.000Z' }),
        personMailOf({ _id: 'mail-2', state: 'failed', reason: 'The mailbox is full, closed or does not exist.' }),
      ],
    }),
  click('link', 'Ann Lee'),
  seeDialog('Customer Details'),
  see('Allergic to nuts.'),
]

checkStates('owner', {
  'customers-not-configured': [
    () => ownerWith(),
    serve(getCompanyProfile, company),
    visit(SECTION),
    see('Google Sheets API is not configured for your company profile.'),
  ],
  'customers-empty': [() => ownerWithCustomers(() => listOf([])), visit(SECTION), see('No Customer Data Found')],
  'customers-not-found': [open('&q=nobody'), see('No Search Results')],
  'customers-error': [
    () => ownerWithCustomers(() => refusal(502, 'The spreadsheet did not answer.')),
    visit(SECTION),
    see('Error Loading Data'),
  ],
  'customers-troubled': [open('', troubled), seeRole('link', /^Ann Lee/)],
  'customers-not-understood': [open('&show=cells', troubled), seeDialog('Cells with invalid values')],
  duplicates: [open('&show=duplicates'), seeDialog('Duplicates')],
  'add-customer': [open('&show=new'), seeRole('textbox', 'First Name')],
  'customer-history': openAnn,
  'customer-note-refused': [openAnn, choose('Kind', 'Note'), press('Add to history'), see('Write a note')],
  'edit-customer': [openAnn, press('Edit Customer'), seeDialog('Edit Customer')],
  'customer-conflict': [open('', troubled), click('link', /^Ann Lee/), seeRole('button', 'Keep mine')],
})
