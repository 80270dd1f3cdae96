import { type ExportedTable, type ExportSource, tableSource } from '@app/chassis/exports/exported-table.ts'
import {
  exportedColleagues,
  exportedDeciders,
  exportedRecord,
  exportedReports,
  exportedSeries,
  exportedSettings,
  exportedTasks,
} from '@app/contracts/export/tasks.ts'
import { headerLine, RECORD_FORMAT } from '@app/contracts/rules/decision-record.ts'
import { recordLine } from '@app/contracts/rules/record-chain.ts'
import type { Tables } from '../db/tables.ts'
import { listKeys, recordsAfter } from '../record/record.repository.ts'

const RECORD_PAGE = 500
/** A task can have 200 versions of its brief, and its page is in memory. */
const TASK_PAGE = 25

const id = { column: 'id', type: 'uuid' } as const

/** The tables whose rows are exported. An import writes the same columns. */
export const exportedTables: readonly ExportedTable[] = [
  {
    kind: exportedSettings,
    table: 'company_setting',
    key: [{ column: 'company_id', type: 'uuid' }],
    pageSize: 1,
  },
  { kind: exportedColleagues, table: 'colleague', key: [id], pageSize: 500 },
  {
    kind: exportedSeries,
    table: 'task_series',
    key: [id],
    pageSize: 100,
  },
  {
    kind: exportedTasks,
    table: 'task',
    key: [{ column: 'task_id', type: 'bigint' }],
    pageSize: TASK_PAGE,
    children: {
      reviewLinks: {
        table: 'review_link',
        parent: 'task_id',
        order: ['id'],
        // Links of another installation must not work.
        imported: { revoked_at: 'coalesce(r.revoked_at, now())' },
      },
      briefVersions: { table: 'brief_version', parent: 'task_id', order: ['number'] },
      previews: {
        table: 'preview',
        parent: 'task_id',
        order: ['number'],
        // Drafts are only for the team.
        where: "preview.state <> 'draft'",
        children: {
          files: {
            table: 'preview_file',
            parent: 'preview_id',
            order: ['position'],
            // A trigger refuses further files of a delivered preview.
            withoutTriggers: true,
            imported: { needs_copies: "r.kind = 'image'" },
          },
        },
      },
      messages: {
        table: 'task_note',
        parent: 'task_id',
        order: ['id'],
        children: { authors: { table: 'task_note_author', parent: 'note_id', order: ['email'] } },
      },
      previewNotes: {
        table: 'preview_note',
        parent: 'task_id',
        order: ['id'],
        where: `preview_note.visibility = 'everyone'
          and exists (select from preview where preview.id = preview_note.preview_id and preview.state <> 'draft')`,
        imported: { visibility: "'everyone'" },
        children: { replies: { table: 'preview_note_reply', parent: 'note_id', order: ['id'] } },
      },
      decisions: { table: 'decision', parent: 'task_id', order: ['task_version'] },
      undoneLaunches: { table: 'undone_launch', parent: 'task_id', order: ['id'] },
    },
  },
  { kind: exportedDeciders, table: 'record_subject', key: [{ column: 'subject_hash', type: 'text' }], pageSize: 500 },
  { kind: exportedReports, table: 'monthly_report', key: [id], where: "monthly_report.state = 'sent'", pageSize: 12 },
]

/** The decision record in the format of its download: a line with the public keys, then a line for each entry. */
const recordSource: ExportSource<Tables> = {
  kind: exportedRecord,
  pageSize: RECORD_PAGE,
  async page(db, { companyId, after, limit }) {
    const header = after ? [] : [{ key: ['0'], json: headerLine({ format: RECORD_FORMAT, company: companyId, keys: await listKeys(db) }) }]
    const records = await recordsAfter(db, companyId, limit - header.length, Number(after?.[0] ?? 0))
    return [...header, ...records.map((record) => ({ key: [String(record.number)], json: recordLine(record) }))]
  },
}

export const exportSources: readonly ExportSource<Tables>[] = [...exportedTables.map((table) => tableSource<Tables>(table)), recordSource]
