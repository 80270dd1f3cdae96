import type { BatchBrief } from '@app/contracts/http/task-batches.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { type CalendarDate, daysBetween } from '@app/contracts/rules/business-dates.ts'
import { checkPostingTime } from '@app/contracts/rules/posting-time.ts'
import { type BriefTexts, checkBatchTexts, checkTextsFor, textsFor } from '@app/contracts/rules/task-batches.ts'
import { type Fault, REVIEW_AFTER_POSTING, REVIEW_GAP_DAYS } from '@app/contracts/rules/task-dates.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import { requireTitleAndDates } from '../tasks/admin-create-task.ts'
import { notRecurring, refuse, type TaskInput } from '../tasks/task-input.ts'

/** A valid brief of a batch. */
export interface BatchInput {
  /** The texts before the names of companies are inserted. */
  texts: BriefTexts
  targetPostingDate: CalendarDate
  /** Whether a company has fewer days for its review than owners must leave. */
  isShortReview: boolean
  /** The task of each company, without its texts. */
  task: Omit<TaskInput, keyof BriefTexts>
}

/** Validates the brief of a batch. Throws 422 with the first error. `tomorrow` is in the business's time zone. */
export function batchInput(brief: BatchBrief, tomorrow: CalendarDate): BatchInput {
  const texts = recordOf(briefTexts, (name) => brief[name] ?? '')
  const { targetPostingDate, submissionForReview, targetPostingTime } = brief
  requireTitleAndDates({ title: texts.title, targetPostingDate, submissionForReview }, tomorrow)
  if (submissionForReview > targetPostingDate) refuse({ field: 'submissionForReview', message: REVIEW_AFTER_POSTING })
  refuse(checkPostingTime(targetPostingTime))
  refuse(checkBatchTexts(texts))
  return {
    texts,
    targetPostingDate,
    isShortReview: daysBetween(submissionForReview, targetPostingDate) < REVIEW_GAP_DAYS,
    task: {
      ...recordOf(platforms, (platform) => brief[platform] ?? false),
      ...notRecurring,
      target_posting_date: targetPostingDate,
      target_posting_time: targetPostingTime || null,
      submission_for_review: submissionForReview,
    },
  }
}

/** Returns the texts of a company's task, with the fault in them. */
export function companyTexts({ texts }: BatchInput, companyName: string): { filled: BriefTexts; fault: Fault | undefined } {
  const filled = textsFor(texts, companyName)
  return { filled, fault: checkTextsFor(filled) }
}
