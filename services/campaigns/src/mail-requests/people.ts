import { type RawBuilder, sql } from 'kysely'

/** People don't follow two links, or open an email and follow a link, within this time. Scanners do. */
const AT_ONCE = sql`interval '2 seconds'`

/**
 * Returns a query of the emails that people opened, with the time of the first open and of the first click. `condition` selects rows of
 * `mail_request`, as `request`. This is the only definition of an open and of a click:
 *
 * - A request for a link is a click. The email is opened by its first request, so a click without the picture is an open, too.
 * - A request is one of a machine if it has a `machine_sign`: it is a HEAD request, or one of a program such as a scanner or a mail service
 *   that loads pictures before anybody opens the email, or the mail relay accepted the email less than 10 seconds before.
 * - It is also one of a machine if another link of the same email is requested within 2 seconds before or after it, by any client. So is a
 *   request for the picture and one for a link by the same client.
 *
 * The signs are stored with the request and never change, so the result depends on the requests only.
 */
export const firstByPeople = (condition: RawBuilder<unknown>) => sql`
  select dispatch_id, delivery_id, min(at) as opened_at, min(at) filter (where link is not null) as clicked_at
  from mail_request as request
  where ${condition} and machine_sign is null and not exists (
    select from mail_request as other
    where other.delivery_id = request.delivery_id and other.at between request.at - ${AT_ONCE} and request.at + ${AT_ONCE} and case
      when other.link is not null and request.link is not null then other.link <> request.link
      else (other.link is null) <> (request.link is null) and other.client = request.client
    end
  )
  group by dispatch_id, delivery_id`
