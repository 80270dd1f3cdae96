import { type ExportedTable, tableSource } from '@app/chassis/exports/exported-table.ts'
import {
  exportedCampaigns,
  exportedDispatches,
  exportedMailRequests,
  exportedRecipients,
  exportedSuppressions,
} from '@app/contracts/export/campaigns.ts'
import type { Tables } from '../db/tables.ts'

const id = { column: 'id', type: 'uuid' } as const

/**
 * The tables whose rows are exported. An import writes the same columns, and starts no email: active campaigns are paused, and dispatches
 * that have not ended are canceled.
 */
export const exportedTables: readonly ExportedTable[] = [
  {
    kind: exportedCampaigns,
    table: 'campaign',
    key: [id],
    pageSize: 100,
    imported: { state: "case when r.state = 'active' then 'paused' else r.state end" },
    children: { steps: { table: 'step', parent: 'campaign_id', order: ['position'] } },
  },
  {
    kind: exportedDispatches,
    table: 'dispatch',
    key: [id],
    pageSize: 500,
    imported: { state: "case when r.state in ('done', 'missed', 'cancelled') then r.state else 'cancelled' end" },
  },
  {
    kind: exportedRecipients,
    table: 'delivery',
    key: [
      { column: 'dispatch_id', type: 'uuid' },
      { column: 'position', type: 'integer' },
    ],
    of: { company: 'company_id', through: { table: 'dispatch', column: 'dispatch_id' } },
    pageSize: 2_000,
    imported: {
      provider: "split_part(r.email, '@', 2)",
      token: "replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')",
      state: "case when r.state in ('queued', 'sending', 'unknown') then 'failed' else r.state end",
    },
  },
  {
    kind: exportedMailRequests,
    table: 'mail_request',
    key: [{ column: 'dispatch_id', type: 'uuid' }, { column: 'at', type: 'timestamptz' }, id],
    of: { company: 'company_id', through: { table: 'dispatch', column: 'dispatch_id' } },
    pageSize: 2_000,
  },
  { kind: exportedSuppressions, table: 'suppression', key: [id], pageSize: 1_000 },
]

export const exportSources = exportedTables.map((table) => tableSource<Tables>(table))
