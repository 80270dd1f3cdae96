import { type QueryExecutorProvider, sql } from 'kysely'

/** Returns whether previews of a company need a check by a second admin before delivery. */
export async function requiresCheck(db: QueryExecutorProvider, companyId: string): Promise<boolean> {
  const { rows } = await sql`select from company_setting where company_id = ${companyId} and requires_check`.execute(db)
  return rows.length > 0
}

/** Stores the setting. Returns false if it already has this value. The company must exist. */
export async function storeRequiresCheck(db: QueryExecutorProvider, companyId: string, required: boolean): Promise<boolean> {
  const { rows } = await sql`
    insert into company_setting (company_id, requires_check) select ${companyId}, ${required}
      where ${required} or exists (select from company_setting where company_id = ${companyId})
    on conflict (company_id) do update set requires_check = excluded.requires_check
      where company_setting.requires_check <> excluded.requires_check returning company_id`.execute(db)
  return rows.length > 0
}
