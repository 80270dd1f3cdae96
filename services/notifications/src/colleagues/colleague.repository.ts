import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { COLLEAGUES_MAX } from '@app/contracts/rules/colleagues.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

type Row = Selectable<Tables['colleague']>

export type Recipient = Pick<Row, 'id' | 'email' | 'may'>

/** Saves a colleague. Returns false if the stored row has the same or a newer version, because events can arrive in any order. */
export async function saveColleague(trx: Transaction<Tables>, { id, ...row }: Row): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('colleague')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('colleague.version', '<', row.version))
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Whether the colleague has not answered the invitation yet, according to the newest event. */
export async function isInvited(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db.selectFrom('colleague').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state === 'invited'
}

const isReachable = sql<boolean>`state = 'active' and not has_bounced`

/**
 * Returns the colleague who has a review link. Undefined after the colleague has left or was removed, or after an email bounced. A
 * colleague gets links only after accepting the invitation. Throws if the event about the acceptance has not arrived yet, so that the
 * consumer retries the event about the link.
 */
export async function findRecipient(db: Kysely<Tables>, id: string): Promise<Recipient | undefined> {
  const row = await db
    .selectFrom('colleague')
    .select(['id', 'email', 'may', 'state', isReachable.as('isReachable')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || row.state === 'invited') throw new Error(`The event that the colleague ${id} accepted has not arrived yet`)
  return row.isReachable ? row : undefined
}

/** Returns the colleagues of a company who may decide. Only these colleagues get reminders. */
export const findDeciders = (db: Kysely<Tables>, companyId: string): Promise<Recipient[]> =>
  db
    .selectFrom('colleague')
    .select(['id', 'email', 'may'])
    .where('company_id', '=', companyId)
    .where('may', '=', 'decide')
    .where(isReachable)
    .orderBy('id')
    .limit(COLLEAGUES_MAX)
    .execute()

interface ColleagueLink {
  id: string
  colleagueId: string
  taskId: string
  previewNo: number
}

/** Saves a review link of a colleague, unless it is already stored. */
export async function saveLink(trx: Transaction<Tables>, { id, colleagueId, taskId, previewNo }: ColleagueLink): Promise<void> {
  await trx
    .insertInto('colleague_link')
    .values({ id, colleague_id: colleagueId, task_id: taskId, preview_number: previewNo, snoozed_until: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface NewestLink {
  id: string
  taskId: string
  previewNo: number
  snoozedUntil: CalendarDate | null
}

/** Returns the newest link of a colleague to each preview of the tasks. */
export async function findLinks(db: Kysely<Tables>, colleagueId: string, taskIds: readonly string[]): Promise<NewestLink[]> {
  const { rows } = await sql<NewestLink>`
    select distinct on (task_id, preview_number)
      id, task_id as "taskId", preview_number as "previewNo", max(snoozed_until) over (partition by task_id, preview_number) as "snoozedUntil"
    from colleague_link where colleague_id = ${colleagueId} and task_id = any(${taskIds}::uuid[])
    order by task_id, preview_number, id desc`.execute(db)
  return rows
}

export async function snoozeLink(trx: Transaction<Tables>, id: string, until: CalendarDate): Promise<void> {
  await trx.updateTable('colleague_link').set({ snoozed_until: until }).where('id', '=', id).execute()
}

/** Deletes the links of a colleague after they were revoked. */
export async function deleteLinks(trx: Transaction<Tables>, colleagueId: string): Promise<void> {
  await trx.deleteFrom('colleague_link').where('colleague_id', '=', colleagueId).execute()
}

/** Deletes the links of all colleagues of an owner after they were revoked. */
export async function deleteLinksOfColleagues(trx: Transaction<Tables>, ownerId: string): Promise<void> {
  await sql`delete from colleague_link using colleague where colleague.id = colleague_id and owner_id = ${ownerId}`.execute(trx)
}
