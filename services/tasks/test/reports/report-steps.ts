import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CampaignFigures, CustomerFigures, MailFigures } from '@app/contracts/http/report-figures.ts'
import { type Kysely, sql } from 'kysely'
import type { StoredFigures } from '../../src/db/report-tables.ts'
import type { Tables } from '../../src/db/tables.ts'

/** Starts a substitute for a service that returns figures. `fails`: every request gets 500. */
export async function startFiguresService<T extends object>(answer: T) {
  const state = { fails: false, answer }
  const calls: { url: string; authorization: string | undefined }[] = []
  const server = createServer(({ url = '', headers }, response) => {
    calls.push({ url, authorization: headers.authorization })
    const [status, body] = state.fails ? [500, { message: 'oh' }] : [200, state.answer]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    calls,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const NO_MAILS: MailFigures = { sent: 0, bounced: 0, opened: null, clicked: null, unsubscribed: 0 }

/** Answers of the other services for a company with campaigns and a spreadsheet. */
export const campaignAnswer: { month: CampaignFigures; before: MailFigures } = {
  month: {
    total: { ...NO_MAILS, sent: 1240, bounced: 3, unsubscribed: 2 },
    listed: [{ campaignId: crypto.randomUUID(), name: 'Autumn', ...NO_MAILS, sent: 1240, bounced: 3, unsubscribed: 2 }],
    more: 0,
  },
  before: { ...NO_MAILS, sent: 900 },
}
export const customerAnswer: { month: CustomerFigures | null; before: CustomerFigures | null } = {
  month: { leads: 40, customers: 312, lost: 7, otherStage: 1, observedAt: '2026-10-30T12:00:00.000Z' },
  before: null,
}

interface TaskHistory {
  createdAt: string
  title?: string
  /** The date of posting. Without it, the task is Pending. */
  postedOn?: string
  target?: string
  occurrenceNo?: number
}

interface DecisionHistory {
  version: number
  kind: 'approve' | 'refer-back' | 'undo'
  at: string
  /** The decision has signs of a machine. */
  isDoubtful?: boolean
  confirmedAt?: string
  confirmedBy?: 'owner' | 'review-link' | 'admin'
}

/** Inserts rows of what happened to tasks at given times. */
export const historyIn = (db: Kysely<Tables>) => ({
  async task(companyId: string, { createdAt, title = 'Autumn', postedOn, target, occurrenceNo }: TaskHistory): Promise<string> {
    const id = crypto.randomUUID()
    await sql`
      insert into task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
        description, platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, is_recurring, created_by,
        created_at, status, posted_on, posted_at, post_links, approved_preview_number, target_posting_date, target_posting_time, occurrence_no)
      values (${id}, ${companyId}, ${title}, '', '', '', '', '', '', '', '', true, false, true, false, false, false, false, 'admin',
        ${createdAt}, ${postedOn ? 'Posted' : 'Pending'}, ${postedOn ?? null}, ${postedOn ? `${postedOn}T15:00:00Z` : null},
        ${postedOn ? '{"platform_x":"https://x.com/1"}' : '{}'}, ${postedOn ? 1 : null}, ${target ?? null}, ${target ? '09:00' : null},
        ${occurrenceNo ?? null})`.execute(db)
    return id
  },
  /** Adds a delivered version with one picture, or a withdrawn one. */
  async version(taskId: string, number: number, deliveredAt: string, { isWithdrawn = false } = {}): Promise<void> {
    const id = crypto.randomUUID()
    await sql`
      insert into preview (id, task_id, number, state, created_by, delivered_by, delivered_at, withdrawn_at)
      values (${id}, ${taskId}, ${number}, ${isWithdrawn ? 'withdrawn' : 'delivered'}, ${id}, ${id}, ${deliveredAt},
        ${isWithdrawn ? deliveredAt : null})`.execute(db)
    await sql`
      insert into preview_file (preview_id, position, key, kind, media_type, bytes, sha256, alternative_text)
      values (${id}, 1, ${`public/previews/${id}`}, 'image', 'image/png', 1, ${'0'.repeat(64)}, 'A loaf of bread')`.execute(db)
  },
  async decisions(taskId: string, ...made: DecisionHistory[]): Promise<void> {
    for (const { version, kind, at, isDoubtful = false, confirmedAt, confirmedBy } of made)
      await sql`
        insert into decision (id, task_id, task_version, preview_number, kind, channel, content_hash, signs, confirmed_at, confirmed_by, created_at)
        select gen_random_uuid(), ${taskId}, (select count(*) + 1 from decision where task_id = ${taskId}), ${version}, ${kind}, 'portal',
          ${'0'.repeat(64)}, ${isDoubtful ? ['quick'] : []}::text[], ${confirmedAt ?? null}, ${confirmedBy ?? null}, ${at}`.execute(db)
  },
})

/** Inserts a sent report of October 2026 and returns its id. */
export async function sentReport(db: Kysely<Tables>, companyId: string): Promise<string> {
  const id = crypto.randomUUID()
  const none = { medianHours: null, count: 0 }
  const content = { delivered: 0, posted: 0, timeToFirstPreview: none, timeToDecision: none, roundsOfRevision: { total: 0, perTask: null } }
  const nothing = { listed: [], more: 0 }
  const figures: StoredFigures = {
    content,
    posts: nothing,
    campaigns: campaignAnswer.month,
    customers: customerAnswer.month,
    planned: nothing,
    before: null,
  }
  await sql`
    insert into monthly_report (id, company_id, company_name, month, number, state, figures, thumbnails, prepared_at, sent_at, sent_by)
    values (${id}, ${companyId}, '', '2026-10', 1, 'sent', ${JSON.stringify(figures)}, '{}', now(), now(), ${id})`.execute(db)
  return id
}
