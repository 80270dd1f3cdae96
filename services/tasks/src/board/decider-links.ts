import { sql } from 'kysely'

/**
 * SQL subquery: the review links whose recipients can decide. Revoked links, links of colleagues who may only look, and links of former
 * colleagues are left out. The bounce of an email to a colleague is stored in the row of the colleague.
 */
export const deciderLinks = sql`(
  select task_id, preview_number, recipient_kind, recipient_id, review_link.email, sent_at, first_opened_at, snoozed_until,
    colleague.name, coalesce(review_link.bounced_at, colleague.bounced_at) as bounced_at
  from review_link left join colleague on recipient_kind = 'colleague' and colleague.id = recipient_id
  where revoked_at is null and coalesce(may = 'decide' and state = 'active', true)
)`
