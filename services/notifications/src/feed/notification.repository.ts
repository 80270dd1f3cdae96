import { isFound } from '@app/chassis/db/is-found.ts'
import type { Notification } from '@app/contracts/http/notifications.ts'
import type { Role } from '@app/contracts/http/session.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { NotificationTable, Tables } from '../db/tables.ts'

/** The NOTIFY channel for new notifications. Payloads are ignored, because every database role can send on the channel. */
export const feedChannel = 'notifications_feed'

export const columns = [
  'id',
  'audience_user',
  'audience_admins',
  'type',
  'message',
  'company_profile_id',
  'task_id',
  'doc_id',
  'created_at',
] as const

export type NotificationRow = Pick<Selectable<NotificationTable>, (typeof columns)[number]>

export interface Reader {
  id: string
  role: Role
}

interface NewNotification {
  type: string
  companyProfileId: string | null
  taskId?: number | null
  docId?: number | null
  ownerId: string
  /**
   * The messages for the owner and for all admins. An empty message (the default) is not shown: open screens only refetch their data. If
   * `owner` is `null`, the owner gets no notification, and the owner's screens do not refetch their data.
   */
  owner?: string | null
  admins?: string
  /** A message that only this admin gets. */
  admin?: { id: string; message: string }
  /** Id of the referral, of the removed document, or of the preview with notes. `hasNotificationAbout` finds notifications by this id. */
  about?: string | null
}

/**
 * Stores a notification for the owner, if any, one for all admins, and one for a single admin, if any. The commit notifies the feed
 * followers of all replicas.
 */
export async function addNotifications(
  trx: Transaction<Tables>,
  { type, companyProfileId, taskId = null, docId = null, ownerId, owner = '', admins = '', admin, about = null }: NewNotification,
): Promise<void> {
  const facts = { type, company_profile_id: companyProfileId, task_id: taskId, doc_id: docId, subject_id: about }
  await trx
    .with('added', (db) =>
      db
        .insertInto('notification')
        .values([
          ...(owner === null ? [] : [{ ...facts, audience_user: ownerId, audience_admins: false, message: owner }]),
          { ...facts, audience_user: null, audience_admins: true, message: admins },
          ...(admin ? [{ ...facts, audience_user: admin.id, audience_admins: false, message: admin.message }] : []),
        ]),
    )
    .selectNoFrom(sql`pg_notify(${feedChannel}, '')`.as('notified'))
    .execute()
}

export const hasNotificationAbout = (trx: Transaction<Tables>, about: string): Promise<boolean> =>
  isFound(trx.selectFrom('notification').select('id').where('subject_id', '=', about).limit(1))

/** Whether a notification about `about` with this message was added in the last 15 minutes. */
export const hasRecentMessage = (trx: Transaction<Tables>, about: string, message: string): Promise<boolean> =>
  isFound(
    trx
      .selectFrom('notification')
      .select('id')
      .where('subject_id', '=', about)
      .where('message', '=', message)
      .where('created_at', '>', sql<string>`now() - interval '15 minutes'`)
      .limit(1),
  )

export const isVisibleTo = ({ id, role }: Reader) =>
  role === 'admin' ? sql<boolean>`(audience_admins or audience_user = ${id})` : sql<boolean>`audience_user = ${id}`

/** Selects notifications with a message, newest first. `before` is the id of the last row of the previous page. */
export function notificationsOf(db: Kysely<Tables>, reader: Reader, limit: number, before?: number): Promise<NotificationRow[]> {
  return db
    .selectFrom('notification')
    .select(columns)
    .where(isVisibleTo(reader))
    .where('message', '<>', '')
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  type: row.type,
  message: row.message,
  companyProfileId: row.company_profile_id,
  taskId: row.task_id,
  DocId: row.doc_id,
  createdAt: row.created_at,
})
