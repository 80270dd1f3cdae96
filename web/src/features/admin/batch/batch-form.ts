import type { BatchBrief } from '@app/contracts/http/task-batches.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { type CalendarDate, DATE_INVALID, isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { BATCH_COMPANIES_MAX, checkBatchTexts } from '@app/contracts/rules/task-batches.ts'
import { type Fault, REVIEW_AFTER_POSTING, SUBMISSION_TOO_EARLY, TARGET_TOO_EARLY } from '@app/contracts/rules/task-dates.ts'
import { emptyBrief } from '../../../domain/task/brief.ts'
import { newId } from '../../../shared/api/idempotency.ts'

export const emptyBatch = {
  ...emptyBrief,
  targetPostingDate: '',
  submissionForReview: '',
  platform_x: false,
  platform_fb: false,
  platform_insta: false,
  platform_li: false,
  /** Ids of the chosen companies. */
  companies: [] as readonly string[],
  /** The id with which the tasks are created. It is kept with the draft, so that a retry after a reload creates no task twice. */
  batchId: '',
}
export type BatchForm = typeof emptyBatch

export const fieldNames: ReadonlySet<string> = new Set(Object.keys(emptyBatch))

const required = {
  title: 'Please fill in the title',
  submissionForReview: 'Please fill in the date',
  targetPostingDate: 'Please fill in the date',
}
const dates = [
  { field: 'targetPostingDate', tooEarly: TARGET_TOO_EARLY },
  { field: 'submissionForReview', tooEarly: SUBMISSION_TOO_EARLY },
] as const

function faultsOfDates(form: BatchForm, tomorrow: CalendarDate): Fault[] {
  const faults = dates.flatMap(({ field, tooEarly }) => {
    if (isBlank(form[field])) return []
    if (!isCalendarDate(form[field])) return { field, message: DATE_INVALID }
    return form[field] < tomorrow ? { field, message: tooEarly } : []
  })
  if (faults.length > 0 || !form.targetPostingDate || form.submissionForReview <= form.targetPostingDate) return faults
  return [{ field: 'submissionForReview', message: REVIEW_AFTER_POSTING }]
}

/** Returns the errors of the form. `tomorrow` is in the business's time zone. */
export function faultsOf(form: BatchForm, tomorrow: CalendarDate): Fault[] {
  const missing = Object.entries(required).flatMap(([field, message]) =>
    isBlank(form[field as keyof typeof required]) ? { field, message } : [],
  )
  const misspelled = checkBatchTexts(form)
  const count = form.companies.length
  const chosen =
    count === 0 ? 'Choose at least one company.' : count > BATCH_COMPANIES_MAX && `Choose at most ${BATCH_COMPANIES_MAX} companies.`
  return [
    ...missing,
    ...(misspelled ? [misspelled] : []),
    ...faultsOfDates(form, tomorrow),
    ...(chosen ? [{ field: 'companies', message: chosen }] : []),
  ]
}

/** Returns the brief of the request. */
export function briefOf({ companies: _, batchId: __, ...form }: BatchForm): BatchBrief {
  return { ...form, title: form.title.trim() }
}

/** Whether the brief has texts other than the title. */
export const hasTexts = (form: BatchForm): boolean => briefTexts.some((name) => name !== 'title' && !isBlank(form[name]))

/** Returns a new id for a batch. */
export function newBatchId(): string {
  const id = newId()
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-')
}
