import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds whether a draft was saved while the company required a check, so that it needs the check even after the setting is switched off. */
export const draftNeedsCheck: Migration = {
  async up(db) {
    await sql`alter table preview add column needs_check boolean not null default false`.execute(db)
    await sql`
      update preview set needs_check = true from task, company_setting
      where preview.state = 'draft' and task.id = preview.task_id and company_setting.company_id = task.company_id and requires_check
    `.execute(db)
  },
}
