import type { FoundMail } from '@app/contracts/http/mail-search.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface Search {
  address: string
  limit: number
  /** Cursor: the page contains only dispatches with a smaller id. An address gets at most one email of a dispatch. */
  after?: string
}

export type MailFound = FoundMail & { dispatchId: string }

const STATE = sql`case delivery.state when 'sending' then 'queued' when 'accepted' then 'sent' else delivery.state end`

/** Returns the campaign emails of all companies to an email address, newest dispatch first. */
export async function searchMails(db: Kysely<Tables>, { address, limit, after }: Search): Promise<MailFound[]> {
  const { rows } = await sql<MailFound>`
    select delivery.id as "_id", campaign.name || ' · ' || step.type as what, company.name as company, step.subject,
      ${STATE} as state, delivery.code as answer, attempts, may_be_duplicate as "maybeTwice",
      coalesce(started_at, sends_at) as "createdAt", settled_at as "settledAt", bounced_at as "bouncedAt", complained_at as "complainedAt",
      dispatch_id as "dispatchId"
    from delivery join dispatch on dispatch.id = dispatch_id join step on step.id = step_id
    join campaign on campaign.id = dispatch.campaign_id join company on company.id = dispatch.company_id
    where delivery.email = ${normalizeEmail(address)} and ${after ? sql`dispatch_id < ${after}::uuid` : sql`true`}
    order by dispatch_id desc limit ${limit}`.execute(db)
  return rows
}
