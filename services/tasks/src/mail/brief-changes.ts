import { oneLine } from '@app/chassis/text/one-line.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import { formatTimeOfDay } from '@app/contracts/format/times.ts'
import type { Role } from '@app/contracts/http/session.ts'
import { type BriefPart, type BriefText, briefParts } from '@app/contracts/rules/brief.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import type { TimeOfDay } from '@app/contracts/rules/posting-time.ts'
import { platformNames, platforms } from '@app/contracts/rules/task-status.ts'
import { type Kysely, sql } from 'kysely'
import { wholeBrief } from '../briefs/brief-values.ts'
import type { SeriesTaskInput } from '../db/brief-tables.ts'
import type { Tables } from '../db/tables.ts'
import type { BriefChanges, PartChange } from './changes-line.ts'
import type { MailedRow } from './mailed-task.repository.ts'

/** The state of a brief with which the current state is compared, and the parts that one side has changed since. */
interface BaseState {
  taskId: string
  brief: Partial<SeriesTaskInput>
  targetPostingDate: CalendarDate | null
  targetPostingTime: TimeOfDay | null
  submissionForReview: CalendarDate | null
  hasReferenceImage: boolean
  parts: BriefPart[] | null
}

const NONE = 'none'
const TEXT_LENGTH = 300

const dateText = (date: CalendarDate | null): string => (date === null ? NONE : formatDate(date))
const timeText = (time: TimeOfDay | null): string => (time === null ? NONE : formatTimeOfDay(time))
const pictureText = (exists: boolean): string => (exists ? 'a picture' : NONE)
const platformText = (brief: SeriesTaskInput): string =>
  platforms
    .filter((name) => brief[name])
    .map((name) => platformNames[name])
    .join(', ') || NONE
const briefText = (brief: SeriesTaskInput, part: BriefText): string => oneLine(brief[part], TEXT_LENGTH) || NONE

function changeOf(part: BriefPart, base: BaseState, row: MailedRow): PartChange {
  const brief = wholeBrief(base.brief)
  switch (part) {
    case 'targetPostingDate':
      return {
        part,
        before: dateText(calendarDateOf({ ...row, targetPostingDate: base.targetPostingDate })),
        after: dateText(calendarDateOf(row)),
      }
    case 'targetPostingTime':
      return { part, before: timeText(base.targetPostingTime), after: timeText(row.targetPostingTime) }
    case 'submissionForReview':
      return { part, before: dateText(base.submissionForReview), after: dateText(row.submissionForReview) }
    case 'platforms':
      return { part, before: platformText(brief), after: platformText(row) }
    case 'referenceImage':
      return { part, before: pictureText(base.hasReferenceImage), after: row.referenceImage === null ? NONE : 'a new picture' }
    default:
      return { part, before: briefText(brief, part), after: briefText(row, part) }
  }
}

const baseNumberOf = ({ previewBriefVersion }: MailedRow): number => previewBriefVersion ?? 1

/**
 * Returns what a side has changed in the briefs of tasks since the delivery of the current preview, or since the task was created. Parts
 * that have their former value again are left out. Tasks without such changes are not in the result.
 */
export async function findBriefChanges(db: Kysely<Tables>, rows: readonly MailedRow[], by: Role): Promise<Map<string, BriefChanges>> {
  const changed = rows.filter((row) => row.briefVersion > baseNumberOf(row))
  if (changed.length === 0) return new Map()
  const { rows: bases } = await sql<BaseState>`
    select base.task_id as "taskId", base.brief, base.target_posting_date as "targetPostingDate",
      base.target_posting_time as "targetPostingTime",
      base.submission_for_review as "submissionForReview", base.has_reference_image as "hasReferenceImage", (
        select array_agg(distinct part) from brief_version as later, unnest(later.changed) as part
        where later.task_id = base.task_id and later.number > base.number and changed_by_role = ${by}
      ) as parts
    from unnest(${changed.map(({ _id }) => _id)}::uuid[], ${changed.map(baseNumberOf)}::integer[]) as wanted (task_id, number)
      join brief_version as base on base.task_id = wanted.task_id and base.number = wanted.number`.execute(db)
  const byTask = new Map(bases.map((base) => [base.taskId, base]))
  return new Map(
    changed.flatMap((row): [string, BriefChanges][] => {
      const base = byTask.get(row._id)
      const parts = base ? briefParts.filter((part) => base.parts?.includes(part)) : []
      const changes = base ? parts.map((part) => changeOf(part, base, row)).filter(({ before, after }) => before !== after) : []
      return changes.length > 0 ? [[row._id, { since: row.previewNo, changes }]] : []
    }),
  )
}
