import type { Role } from '@app/contracts/http/identity.ts'
import type { Notification } from '@app/contracts/http/notifications.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { channels } from '../db/channels.ts'
import type { NotificationTable, Tables } from '../db/tables.ts'

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

interface Told {
  type: string
  companyProfileId: string
  taskId: number | null
  docId?: number
  ownerId: string
  /** What the owner reads; empty when its screens only refresh. */
  owner: string
  /** What the admins read; likewise. */
  admins: string
  /** The thing that the list mentions once, however many events tell of it. */
  about?: string
}

/** Stores what happened for the owner and for the admins, and wakes the live streams of all replicas when the transaction commits. */
export async function addNotifications(trx: Transaction<Tables>, told: Told): Promise<void> {
  const about = {
    type: told.type,
    company_profile_id: told.companyProfileId,
    task_id: told.taskId,
    doc_id: told.docId ?? null,
    about: told.about ?? null,
  }
  await trx
    .with('added', (db) =>
      db
        .insertInto('notification')
        .values([
          { ...about, audience_user: told.ownerId, audience_admins: false, message: told.owner },
          { ...about, audience_user: null, audience_admins: true, message: told.admins },
        ])
        .returning('id'),
    )
    .selectFrom('added')
    .select(({ ref }) => sql`pg_notify(${channels.feed}, json_build_object('id', ${ref('id')})::text)`.as('told'))
    .execute()
}

/** Whether the list mentions a thing already. */
export async function isMentioned(trx: Transaction<Tables>, about: string): Promise<boolean> {
  const row = await trx.selectFrom('notification').select('id').where('about', '=', about).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The rows that a reader may see. */
export const ofReader = ({ id, role }: Reader) => (role === 'admin' ? sql<boolean>`audience_admins` : sql<boolean>`audience_user = ${id}`)

/** What the reader was told in words, newest first; `before` is the id of the last one already read. */
export function notificationsOf(db: Kysely<Tables>, reader: Reader, limit: number, before?: number): Promise<NotificationRow[]> {
  return db
    .selectFrom('notification')
    .select(columns)
    .where(ofReader(reader))
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
