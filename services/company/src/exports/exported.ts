import { tableSource } from '@app/chassis/exports/exported-table.ts'
import { exportedCompany } from '@app/contracts/export/company.ts'
import { brandImageFields, profileTextFields } from '@app/contracts/http/company.ts'
import type { Tables } from '../db/tables.ts'

export const companySource = tableSource<Tables>({
  kind: exportedCompany,
  table: 'companies',
  // The columns have the names of the API fields.
  columns: Object.fromEntries([...profileTextFields, 'logo', ...brandImageFields].map((field) => [field, field])),
  key: [{ column: 'id', type: 'uuid' }],
  of: { company: 'id' },
  pageSize: 1,
})
