import * as Type from 'typebox'
import { Id, recordOf } from '../primitives.ts'
import { customerColumns } from '../rules/customers.ts'
import { At, Count, Day, defineExport, record, Text } from './export-kind.ts'

export const exportedCustomers = defineExport({
  name: 'customers',
  service: 'crm-proxy',
  summary:
    "Customers and leads in the company's spreadsheet, or as it was last read if it does not respond. The spreadsheet itself stays with the company",
  record: record({ ...recordOf(customerColumns, () => Text), row: Type.Integer({ minimum: 1, description: 'row of the spreadsheet' }) }),
})
export type ExportedCustomer = Type.Static<typeof exportedCustomers.record>

export const exportedCustomerNotes = defineExport({
  name: 'customer-notes',
  service: 'crm-proxy',
  summary: 'Notes of the owner about customers',
  record: record({ id: Id, person: Text, kind: Text, text: Text, happenedOn: Day, authorId: Id, createdAt: At }),
})

export const exportedStages = defineExport({
  name: 'customer-stages',
  service: 'crm-proxy',
  summary: 'Numbers of customers by stage over time',
  record: record({ observedAt: At, leads: Count, customers: Count, lost: Count, otherStage: Count }),
})
