import { type Kysely, sql } from 'kysely'
import { turn } from '../board/days.ts'
import { calendarDay } from '../calendar/calendar-day.ts'
import type { Tables } from '../db/tables.ts'
import { type TaskUpdateKind, taskUpdateKinds } from './task-update.ts'

interface ListedTask {
  id: string
  kind: TaskUpdateKind
  /** Number of open notes on the current preview that the client can see. */
  openNotes: number
  /** Number of messages of the owner that no admin has seen, and the newest one. */
  messages: number
  lastMessage: string
}

interface DigestTasks {
  /** The most important tasks. Their maximum number is the parameter `limit` of `findDigestTasks`. */
  listed: ListedTask[]
  /** Number of all tasks of each kind, also of those that are not listed. */
  counts: Record<TaskUpdateKind, number>
}

/**
 * SQL condition: the current preview has a note that an admin should read or answer. The note is open, and a client wrote or reopened it, or
 * the last reply to an open or resolved note is by a client. Only clients reopen notes, and each change of the state raises the version.
 */
const hasClientNotes = sql<boolean>`exists (
  select from preview join preview_note as note on note.preview_id = preview.id
    left join lateral (
      select author_kind from preview_note_reply where note_id = note.id order by id desc limit 1
    ) as last_reply on true
  where preview.task_id = task.id and preview.number = task.preview_number and visibility = 'everyone' and (
    note.state = 'open' and (note.author_kind <> 'agency' or note.version > 1)
    or note.state <> 'accepted' and last_reply.author_kind <> 'agency'
  )
)`

/** SQL condition: the owner changed the brief after the delivery of the current preview. */
const hasOwnersChanges = sql<boolean>`exists (
  select from brief_version as state
  where state.task_id = task.id and state.number > preview_brief_version and changed_by_role = 'owner'
)`

/** SQL condition: the note is a message of the owner that no admin has seen. */
const isUnseenMessage = sql<boolean>`
  message.side = 'client' and message.source = 'portal' and not exists (
    select from task_note_seen as seen where seen.task_id = message.task_id and seen.side = 'agency' and seen.note_id >= message.id
  )`

/** SQL expression of what an admin has to do about a task. Null if there is nothing. */
const kind = sql<TaskUpdateKind | null>`
  case when status = 'Roll Back' then 'referred-back'
    when status = 'Approved' then 'approved'
    when status = 'Pending' and preview_number is null then 'new'
    when status = 'Pending' and ${turn} = 'owner' and ${hasClientNotes} then 'notes'
    when status = 'Pending' and ${turn} = 'owner' and ${hasOwnersChanges} then 'changed'
    when exists (select from task_note as message where message.task_id = task.id and ${isUnseenMessage}) then 'messages' end`

/** Returns which tasks of a digest need an admin, the most important first. The tasks can belong to any companies. */
export async function findDigestTasks(db: Kysely<Tables>, taskIds: readonly string[], limit: number): Promise<DigestTasks> {
  const { rows } = await sql<{ listed: ListedTask[] | null; counts: Partial<Record<TaskUpdateKind, number>> | null }>`
    with digest as materialized (
      select id, company_id, preview_number, ${calendarDay} as day, ${kind} as kind from task where id = any(${taskIds}::uuid[])
    ), listed as (
      select id, company_id, preview_number, day, kind from digest where kind is not null
      order by array_position(${taskUpdateKinds}::text[], kind), day nulls last, company_id, id limit ${limit}
    )
    select
      (select json_agg(json_build_object('id', id, 'kind', kind, 'openNotes', (
        select count(*) from preview join preview_note as note on note.preview_id = preview.id
        where preview.task_id = listed.id and preview.number = preview_number and visibility = 'everyone' and note.state = 'open'
      ), 'messages', messages, 'lastMessage', "lastMessage")) from listed cross join lateral (
        select count(*) as messages, coalesce((array_agg(message.text order by message.id desc))[1], '') as "lastMessage"
        from task_note as message where message.task_id = listed.id and ${isUnseenMessage}
      ) as unseen) as listed,
      (select json_object_agg(kind, count) from (
        select kind, count(*) as count from digest where kind is not null group by kind
      ) as counted) as counts`.execute(db)
  const [row] = rows
  return {
    listed: row?.listed ?? [],
    counts: { 'referred-back': 0, new: 0, notes: 0, changed: 0, messages: 0, approved: 0, ...row?.counts },
  }
}
