import type { Task } from '@app/contracts/http/tasks.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { type BriefPart, type BriefText, briefParts, briefTexts } from '@app/contracts/rules/brief.ts'
import { type Platform, platforms } from '@app/contracts/rules/task-status.ts'
import type { SeriesTaskInput } from '../db/brief-tables.ts'
import type { TaskChange } from '../tasks/task.repository.ts'

/** What the history of a brief keeps. `referenceImage` is the key of a file in the file store. */
export type BriefValues = Pick<
  Task,
  BriefText | Platform | 'targetPostingDate' | 'targetPostingTime' | 'submissionForReview' | 'referenceImage'
>

const isChanged = (part: BriefPart, before: BriefValues, after: BriefValues): boolean =>
  part === 'platforms' ? platforms.some((name) => before[name] !== after[name]) : before[part] !== after[part]

/** Returns the parts of a brief that differ. */
export const changedParts = (before: BriefValues, after: BriefValues): BriefPart[] =>
  briefParts.filter((part) => isChanged(part, before, after))

/** Returns the texts and platforms of a brief. */
export const textsAndPlatforms = (values: BriefValues): SeriesTaskInput => ({
  ...recordOf(briefTexts, (name) => values[name]),
  ...recordOf(platforms, (name) => values[name]),
})

/** Returns the texts and platforms of a stored state. An earlier release did not store those that it did not have. */
export const wholeBrief = (stored: Partial<SeriesTaskInput>): SeriesTaskInput => ({
  ...recordOf(briefTexts, (name) => stored[name] ?? ''),
  ...recordOf(platforms, (name) => stored[name] ?? false),
})

/** Returns the columns of a task that contain its brief. */
export const briefColumns = (values: BriefValues): TaskChange => ({
  ...textsAndPlatforms(values),
  target_posting_date: values.targetPostingDate,
  target_posting_time: values.targetPostingTime,
  submission_for_review: values.submissionForReview,
  reference_image: values.referenceImage,
})
