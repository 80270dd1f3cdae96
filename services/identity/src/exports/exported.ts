import { tableSource } from '@app/chassis/exports/exported-table.ts'
import { exportedOwner } from '@app/contracts/export/company.ts'
import type { Tables } from '../db/tables.ts'

export const exportSources = [
  tableSource<Tables>({
    kind: exportedOwner,
    table: 'users',
    key: [{ column: 'id', type: 'uuid' }],
    of: { owner: 'id' },
    where: "users.role = 'owner'",
    pageSize: 1,
  }),
]
