import type { PreviewEmailState } from '@app/contracts/http/waiting.ts'
import { type RawBuilder, sql } from 'kysely'
import { deciderLinks } from './decider-links.ts'

/**
 * Returns the SQL condition that a link to the task's current preview exists, whose recipient can decide, and which matches `condition`.
 * The outer query must select the columns `id` and `preview_number` of tasks. The columns of links are renamed, because both tables have
 * these columns. The condition counts the links, because Postgres could replace `exists` by a join that reads all links.
 */
const hasLink = (condition: RawBuilder<boolean>): RawBuilder<boolean> => sql`
  0 < (
    select count(*) from (
      select task_id as linked_task, preview_number as linked_preview, first_opened_at from ${deciderLinks} as decider_link
    ) as link
    where linked_task = id and linked_preview = preview_number and ${condition}
  )`

const isOpened = hasLink(sql`first_opened_at is not null`)
const anyLink = hasLink(sql`true`)

/** SQL conditions on a waiting preview. Each waiting preview matches exactly one of these conditions. */
export const emailStateConditions: Readonly<Record<PreviewEmailState, RawBuilder<boolean>>> = {
  bounced: sql`email_bounced`,
  opened: sql`not email_bounced and ${isOpened}`,
  unopened: sql`not email_bounced and ${anyLink} and not ${isOpened}`,
  'no-email': sql`not email_bounced and not ${anyLink}`,
}
