import type { StoredFile } from '@app/chassis/storage/store-file.ts'
import { DEFAULT_PLAN, type PlanName, type Quota } from '@app/contracts/rules/quotas.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * Returns the quota of a company. Undefined if the company does not exist. If no event has reported the owner's email address yet, the
 * address counts as confirmed.
 */
export async function findQuota(db: Kysely<Tables>, companyId: string): Promise<Quota | undefined> {
  const { rows } = await sql<{
    plan: PlanName
    isConfirmed: boolean
    openTasksMax: number | null
    seriesMax: number | null
    fileMegabytesMax: number | null
    openTasks: number
    series: number
    ownBytes: number
    photoBytes: number
  }>`
    select coalesce(plan, ${DEFAULT_PLAN}) as plan, coalesce(is_confirmed, true) as "isConfirmed", open_tasks_max as "openTasksMax",
      series_max as "seriesMax", file_megabytes_max as "fileMegabytesMax", coalesce(open_tasks, 0) as "openTasks",
      (select count(*) from task_series where company_id = company.id and next_date is not null) as series,
      (select coalesce(sum(bytes), 0)::bigint from owner_file where company_id = company.id) as "ownBytes",
      coalesce((select bytes from photo_usage where company_id = company.id), 0) as "photoBytes"
    from company left join company_plan on company_plan.company_id = company.id
      left join task_counts on task_counts.company_id = company.id
      left join owner_address on owner_address.owner_id = company.owner_id
    where company.id = ${companyId}`.execute(db)
  const [row] = rows
  return (
    row && {
      plan: row.plan,
      isConfirmed: row.isConfirmed,
      ownLimits: { openTasks: row.openTasksMax, series: row.seriesMax, fileMegabytes: row.fileMegabytesMax },
      usage: {
        openTasks: row.openTasks,
        series: row.series,
        fileBytes: row.ownBytes + row.photoBytes,
        photoBytes: row.photoBytes,
      },
    }
  )
}

/** Stores the plan of a company. Returns false if the company does not exist. */
export async function savePlan(
  trx: Transaction<Tables>,
  companyId: string,
  { plan, ownLimits }: Pick<Quota, 'plan' | 'ownLimits'>,
): Promise<boolean> {
  const { openTasks, series, fileMegabytes } = ownLimits
  const { numAffectedRows } = await sql`
    insert into company_plan (company_id, plan, open_tasks_max, series_max, file_megabytes_max)
    select id, ${plan}, ${openTasks}, ${series}, ${fileMegabytes} from company where id = ${companyId}
    on conflict (company_id) do update set plan = excluded.plan, open_tasks_max = excluded.open_tasks_max,
      series_max = excluded.series_max, file_megabytes_max = excluded.file_megabytes_max`.execute(trx)
  return Number(numAffectedRows) > 0
}

export async function insertOwnerFile(
  trx: Transaction<Tables>,
  companyId: string,
  { key, size }: Pick<StoredFile, 'key' | 'size'>,
): Promise<void> {
  await trx.insertInto('owner_file').values({ key, company_id: companyId, bytes: size }).execute()
}

/** Deletes the sizes of files to which nothing refers any longer. */
export async function deleteOwnerFiles(trx: Transaction<Tables>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await trx.deleteFrom('owner_file').where('key', 'in', keys).execute()
}
