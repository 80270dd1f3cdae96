import type { Role } from '@app/contracts/http/identity.ts'
import type { Notification } from '@app/contracts/http/notifications.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { channels } from '../db/channels.ts'
import type { NotificationTable, Tables } from '../db/tables.ts'

const columns = [
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

/** Stores what happened for the owner and for the admins, and tells the live streams when the transaction commits. */
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

/** Those of these ids that lie within what may have been committed late, oldest first. */
export const recentOf = (db: Kysely<Tables>, ids: readonly number[], newest: number): Promise<NotificationRow[]> =>
  db
    .selectFrom('notification')
    .select(columns)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('id', '>', newest - OVERLAP_IDS)
    .orderBy('id')
    .execute()

const ofReader = ({ id, role }: Reader) => (role === 'admin' ? sql<boolean>`audience_admins` : sql<boolean>`audience_user = ${id}`)

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

/** Ids are handed out before their transactions commit, so a smaller id can appear after a larger one was read. */
const OVERLAP_IDS = 100
const OVERLAP_TIME = "interval '10 seconds'"
/** Whoever missed more gets the newest; screens refetch anyway. */
const MOST_MISSED = 200

const newestAfter = async (db: Kysely<Tables>, last: number, whose: ReturnType<typeof sql<boolean>>): Promise<NotificationRow[]> => {
  const { rows } = await sql<NotificationRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from notification
    where ${whose} and id <> ${last} and (
      id > ${last} or (
        id >= ${last - OVERLAP_IDS}
        and created_at > (select created_at from notification where id = ${last}) - ${sql.raw(OVERLAP_TIME)}
      )
    )
    order by id desc limit ${MOST_MISSED}`.execute(db)
  return rows.reverse()
}

/** What the reader may have missed after `last`, oldest first; repeats what committed shortly before it. */
export const missedBy = (db: Kysely<Tables>, reader: Reader, last: number): Promise<NotificationRow[]> =>
  newestAfter(db, last, ofReader(reader))

/** The same for every audience. */
export const missedByAll = (db: Kysely<Tables>, last: number): Promise<NotificationRow[]> => newestAfter(db, last, sql<boolean>`true`)

export async function newestId(db: Kysely<Tables>): Promise<number> {
  const { newest } = await db
    .selectFrom('notification')
    .select((q) => q.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
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
