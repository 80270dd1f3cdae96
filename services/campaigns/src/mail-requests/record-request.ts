import { createHmac } from 'node:crypto'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { isRobot } from '@app/chassis/http/is-robot.ts'
import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { deliveryIdIn, isLinkTokenOf } from '../content/link-token.ts'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'

/** An email of a campaign, found by the token in its links. */
interface RequestedMail {
  deliveryId: string
  /** Random token of the delivery. */
  token: string
  /** Targets of the links, by number. */
  links: readonly string[]
}

export interface MailRequest {
  /** Number of the link. Null for the picture. */
  link: number | null
  isHead: boolean
  userAgent: string
  ip: string
}

/**
 * Maximum rows of a delivery with a sign of a machine, and maximum rows without one. Later requests are not stored, because the first open
 * and the first click count. Concurrent requests can exceed the maximum.
 */
const REQUESTS_MAX = 20

/** Hexadecimal digits of the hash of a client. So few that each hash belongs to thousands of networks: no IP address is stored. */
const CLIENT_DIGITS = 4

/**
 * Matches the user agents of Apple's Mail Privacy Protection, and of Gmail when it loads the pictures of unopened emails. Gmail and Yahoo
 * load pictures of opened emails through proxies with other user agents (`GoogleImageProxy`, `YahooMailProxy`): these count as people.
 */
const PREFETCHING = /^Mozilla\/5\.0$|Edge\/12\.246 Mozilla\/5\.0$/

/** Returns the email to which a token in a link belongs. Undefined if opens and clicks of the email are not counted, or it was deleted. */
export async function findRequestedMail(db: Kysely<Tables>, linkToken: string): Promise<RequestedMail | undefined> {
  const id = deliveryIdIn(linkToken)
  if (id === undefined) return undefined
  const row = await db
    .selectFrom('delivery')
    .innerJoin('dispatch', 'dispatch.id', 'delivery.dispatch_id')
    .select(['delivery.token', 'dispatch.links'])
    .where('delivery.id', '=', id)
    .executeTakeFirst()
  if (!row?.links || !isLinkTokenOf(linkToken, { id, token: row.token })) return undefined
  return { deliveryId: id, token: row.token, links: row.links }
}

const clientOf = ({ token }: RequestedMail, ip: string): string =>
  createHmac('sha256', token)
    .update(`client ${clientKey(ip)}`)
    .digest('hex')
    .slice(0, CLIENT_DIGITS)

async function insertRequest(db: Kysely<Tables>, mail: RequestedMail, { link, isHead, userAgent, ip }: MailRequest): Promise<void> {
  const isProgram = isRobot(userAgent) || PREFETCHING.test(userAgent)
  await sql`
    with incoming as materialized (
      select id as delivery_id, dispatch_id, ${link}::smallint as link, ${clientOf(mail, ip)} as client, case
        when ${isHead}::boolean then 'head'
        when ${isProgram}::boolean then 'program'
        when state in ('queued', 'sending') or settled_at > now() - interval '10 seconds' then 'early'
      end as machine_sign
      from delivery where id = ${mail.deliveryId}
    )
    insert into mail_request (id, dispatch_id, delivery_id, link, client, machine_sign)
    select ${uuidv7()}, dispatch_id, delivery_id, link, client, machine_sign from incoming
    where ${REQUESTS_MAX} > (
      select count(*) from mail_request as other
      where other.delivery_id = incoming.delivery_id and (other.machine_sign is null) = (incoming.machine_sign is null)
    ) and not exists (
      -- A double click
      select from mail_request as other
      where other.delivery_id = incoming.delivery_id and other.at > now() - interval '2 seconds'
        and (other.link, other.client, other.machine_sign) is not distinct from (incoming.link, incoming.client, incoming.machine_sign)
    )`.execute(db)
}

/** Records that an email's picture or link was requested. Never rejects, because the recipient must get to the link's target. */
export async function recordRequest(
  { db, log }: Pick<CampaignsDeps, 'db' | 'log'>,
  mail: RequestedMail,
  request: MailRequest,
): Promise<void> {
  await insertRequest(db, mail, request).catch((error: unknown) => log.warn({ err: error }, 'an open or a click was not recorded'))
}
