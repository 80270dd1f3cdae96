import type { Task } from '@app/contracts/http/tasks.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type MovedDates, moveDates } from '@app/contracts/rules/moved-dates.ts'
import { type Fault, TITLE_REQUIRED } from '@app/contracts/rules/task-dates.ts'
import { type Platform, platforms } from '@app/contracts/rules/task-status.ts'
import type { Draft } from '../../../shared/form/draft-storage.ts'
import type { Brief } from '../brief.ts'
import { type Edits, fullMonth, type TaskChanges } from './task-changes.ts'

/** The values of the form. Dates are `YYYY-MM-DD` or '', and the time is `HH:MM` or ''. The picture is a new file, the URL of the stored picture, or ''. */
export interface EditForm extends Brief, Record<Platform, boolean> {
  targetPostingDate: string
  targetPostingTime: string
  submissionForReview: string
  referenceImage: File | string
}

export const formOf = (task: Task): EditForm => ({
  ...recordOf(briefTexts, (name) => task[name]),
  ...recordOf(platforms, (name) => task[name]),
  targetPostingDate: task.targetPostingDate ?? '',
  targetPostingTime: task.targetPostingTime ?? '',
  submissionForReview: task.submissionForReview ?? '',
  referenceImage: task.referenceImage ?? '',
})

const dates = ['targetPostingDate', 'submissionForReview'] as const

/** Returns the dates that the form changes. */
const changedDates = (before: EditForm, now: EditForm) =>
  Object.fromEntries(dates.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]]))

/** Returns the form of the request: only the fields that changed. */
export function editsOf(before: EditForm, now: EditForm): Edits {
  const texts = briefTexts.filter((name) => now[name] !== before[name]).map((name) => [name, now[name]])
  const flags = platforms.filter((name) => now[name] !== before[name]).map((name) => [name, String(now[name])])
  const { referenceImage: picture } = now
  return {
    fields: {
      ...Object.fromEntries([...texts, ...flags]),
      ...changedDates(before, now),
      ...(now.targetPostingTime !== before.targetPostingTime && { targetPostingTime: now.targetPostingTime }),
      ...(picture === '' && before.referenceImage !== '' && { removeReferenceImage: 'true' as const }),
    },
    files: { referenceImage: picture instanceof File ? picture : null },
  }
}

export const isChanged = (before: EditForm, now: EditForm): boolean =>
  Object.entries(now).some(([name, value]) => value !== before[name as keyof EditForm])

/** Returns the dates of the task after the form is saved, or the fault in the form's dates. */
export const datesOf = (task: Task, now: EditForm, isOwner: boolean, tomorrow: CalendarDate): MovedDates | { fault: Fault } =>
  moveDates(task, changedDates(formOf(task), now), { isOwner, tomorrow })

/** Returns the first error of the form, in the order of its fields. */
export function firstFault(task: Task, now: EditForm, { caller, tasks }: TaskChanges, tomorrow: CalendarDate): Fault | undefined {
  if (isBlank(now.title)) return { field: 'title', message: TITLE_REQUIRED }
  const moved = datesOf(task, now, caller === 'owner', tomorrow)
  if ('fault' in moved) return moved.fault
  const full = now.targetPostingDate === (task.targetPostingDate ?? '') ? undefined : fullMonth(task, now.targetPostingDate, tasks)
  return full === undefined ? undefined : { field: 'targetPostingDate', message: full }
}

/**
 * Merges a newer brief into the form: fields that the user has not changed get the newer values, and all others keep the typed text.
 * `clashes` are the fields that both sides have changed in different ways.
 */
export function mergeForm(before: EditForm, mine: EditForm, theirs: EditForm): { merged: EditForm; clashes: ReadonlySet<string> } {
  const merged: Record<string, unknown> = { ...theirs }
  const clashes = new Set<string>()
  for (const name of Object.keys(mine) as (keyof EditForm)[]) {
    if (mine[name] === before[name]) continue
    merged[name] = mine[name]
    if (theirs[name] !== before[name] && theirs[name] !== mine[name]) clashes.add(name)
  }
  return { merged: merged as unknown as EditForm, clashes }
}

/** A draft that also stores the state of the brief that the user saw. `isOld` is whether the brief has changed since. */
export function draftOfState(draft: Draft | undefined, briefVersion: number): { draft: Draft | undefined; isOld: boolean } {
  const kept = draft?.read() as { briefVersion?: number } | undefined
  const isOld = kept?.briefVersion !== undefined && kept.briefVersion !== briefVersion
  return { draft: draft && { ...draft, keep: (values) => draft.keep({ ...values, briefVersion }) }, isOld }
}
