import { sql, type Transaction } from 'kysely'
import { turn } from '../board/days.ts'
import type { Tables } from '../db/tables.ts'
import type { FindingRow } from './finding.repository.ts'

/** Many pictures lack an alternative text, so such a finding is shown with its preview, but is not counted. */
const NOT_COUNTED = 'alternative-text'

/** Whether a finding counts as open. */
export const isOpen = ({ kind, acceptedAt }: Pick<FindingRow, 'kind' | 'acceptedAt'>): boolean =>
  acceptedAt === null && kind !== NOT_COUNTED

/** SQL: the number of open findings of a task. */
export const openFindings = sql<number>`coalesce((select open from task_findings where task_findings.task_id = task.id), 0)`

/**
 * Counts the open findings of a task: those of its draft, or else of its current preview while this waits for the owner. Must be called
 * after each change of a draft, of findings, or of a task's status or current preview. The caller must have locked the task, whose row does
 * not change.
 */
export async function countOpenFindings(trx: Transaction<Tables>, taskId: string): Promise<void> {
  await sql`
    with counted as (
      select task.id, company_id, (
        select count(*) from finding where preview_id = shown.id and accepted_at is null and kind <> ${NOT_COUNTED}
      ) as open
      from task left join lateral (
        select preview.id from preview
        where preview.task_id = task.id and (preview.state = 'draft' and task.status <> 'Posted'
          or preview.number = task.preview_number and task.status = 'Pending' and ${turn} = 'owner')
        order by preview.number nulls first limit 1
      ) as shown on true
      where task.id = ${taskId}
    ), cleared as (
      delete from task_findings using counted where task_findings.task_id = counted.id and counted.open = 0
    )
    insert into task_findings (task_id, company_id, open) select id, company_id, open from counted where open > 0
    on conflict (task_id) do update set open = excluded.open`.execute(trx)
}
