import { formatNumber } from '../format/numbers.ts'
import { isBlank } from './blank.ts'
import { addDays, type CalendarDate, DATE_INVALID, daysBetween, isCalendarDate } from './business-dates.ts'
import { checkMergeFields } from './merge-fields.ts'
import type { Fault } from './task-dates.ts'

export const campaignCategories = ['Recurring', 'Special Event'] as const
export type CampaignCategory = (typeof campaignCategories)[number]

export const audiences = ['Customers', 'Leads', 'All'] as const
export type Audience = (typeof audiences)[number]

/** Types of campaign steps, in order. A campaign has at most one step of each type. */
export const stepTypes = [
  'Initial',
  '1st Follow Up',
  '2nd Follow Up',
  '3rd Follow Up',
  '4th Follow Up',
  'Final',
  'Closing',
  'Thank You Notes',
] as const
export type StepType = (typeof stepTypes)[number]

/** Minimum and maximum number of days from the start to the end of a recurring campaign. */
export const CAMPAIGN_SPAN_MIN_DAYS = 6
export const CAMPAIGN_SPAN_MAX_DAYS = 5 * 366
export const WEEK_DAYS = 7

export const CAMPAIGN_NAME_MAX = 200
export const STEP_SUBJECT_MAX = 200
export const STEP_BODY_MAX = 20_000

export const CAMPAIGN_NAME_REQUIRED = 'Campaign name required'
export const CAMPAIGN_FIELDS_REQUIRED = 'Please fill all required fields.'
export const CAMPAIGN_DATES_REQUIRED = 'Recurring campaigns require Start Date and End Date.'
export const RECURRING_STEP_REQUIRED = 'Recurring campaign step requires Type, Subject and Body.'
export const RECURRING_ONE_STEP = 'A recurring campaign has one step.'
export const CAMPAIGN_STEP_REQUIRED = 'Add at least one campaign step.'
export const CAMPAIGN_COMPANY_REQUIRED = 'Select or load a company profile first.'
export const CAMPAIGN_END_TOO_EARLY = 'End date must be at least 6 days after start date'
export const CAMPAIGN_END_TOO_LATE = 'End date must be at most five years after start date'
export const CAMPAIGN_START_FIRST = 'Please select start date first'
export const CAMPAIGN_START_TOO_EARLY = 'Start date must be tomorrow or later'
export const STEP_DATE_TOO_EARLY = 'Set Date must be tomorrow or later'
export const STEP_TYPE_TAKEN = 'Each step must use a type not used by another step.'
export const stepIncomplete = (position: number): string => `Step ${position} incomplete.`

export interface StepDraft {
  type: string
  /** Empty unless the category is Special Event. */
  date: string
  subject: string
  body: string
}

export interface CampaignDraft {
  name: string
  audience: string
  campaignCategory: string
  /** Both dates are empty unless the category is Recurring. */
  startDate: string
  endDate: string
  steps: readonly StepDraft[]
}

const isOneOf = <const T extends string>(words: readonly T[], value: string): value is T => words.includes(value as T)

export const earliestEnd = (start: CalendarDate): CalendarDate => addDays(start, CAMPAIGN_SPAN_MIN_DAYS)

/** Returns the fault in the dates of a recurring campaign, or undefined. `tomorrow` is in the business's time zone. */
export function checkCampaignDates(start: string, end: string, tomorrow: CalendarDate): Fault | undefined {
  if (!start && end) return { field: 'startDate', message: CAMPAIGN_START_FIRST }
  if (!start || !end) return { field: start ? 'endDate' : 'startDate', message: CAMPAIGN_DATES_REQUIRED }
  if (!isCalendarDate(start)) return { field: 'startDate', message: DATE_INVALID }
  if (!isCalendarDate(end)) return { field: 'endDate', message: DATE_INVALID }
  if (start < tomorrow) return { field: 'startDate', message: CAMPAIGN_START_TOO_EARLY }
  if (end < earliestEnd(start)) return { field: 'endDate', message: CAMPAIGN_END_TOO_EARLY }
  if (daysBetween(start, end) > CAMPAIGN_SPAN_MAX_DAYS) return { field: 'endDate', message: CAMPAIGN_END_TOO_LATE }
  return undefined
}

export function checkStepDate(date: string, tomorrow: CalendarDate, field = 'date'): Fault | undefined {
  if (!isCalendarDate(date)) return { field, message: DATE_INVALID }
  return date < tomorrow ? { field, message: STEP_DATE_TOO_EARLY } : undefined
}

/** Returns the first fault. Its field is a path such as `steps.0.subject`. */
function checkSteps({ campaignCategory, steps }: CampaignDraft, tomorrow: CalendarDate): Fault | undefined {
  const isRecurring = campaignCategory === 'Recurring'
  if (steps.length === 0) return { field: 'steps', message: CAMPAIGN_STEP_REQUIRED }
  if (isRecurring && steps.length > 1) return { field: 'steps', message: RECURRING_ONE_STEP }
  const types = new Set<string>()
  for (const [index, step] of steps.entries()) {
    const required = isRecurring ? (['type', 'subject', 'body'] as const) : (['type', 'date', 'subject', 'body'] as const)
    const missing = required.find((name) => isBlank(step[name]))
    const message = isRecurring ? RECURRING_STEP_REQUIRED : stepIncomplete(index + 1)
    if (missing) return { field: `steps.${index}.${missing}`, message }
    if (!isOneOf(stepTypes, step.type)) return { field: `steps.${index}.type`, message }
    if (types.has(step.type)) return { field: `steps.${index}.type`, message: STEP_TYPE_TAKEN }
    types.add(step.type)
    const wrongDate = isRecurring ? undefined : checkStepDate(step.date, tomorrow, `steps.${index}.date`)
    const wrongMerge = checkStepTexts(step, `steps.${index}.`)
    const wrong = wrongDate ?? wrongMerge
    if (wrong) return wrong
  }
  return undefined
}

export function checkStepTexts({ subject, body }: Pick<StepDraft, 'subject' | 'body'>, prefix = ''): Fault | undefined {
  if (subject.length > STEP_SUBJECT_MAX)
    return { field: `${prefix}subject`, message: `A subject has at most ${STEP_SUBJECT_MAX} characters.` }
  if (body.length > STEP_BODY_MAX)
    return { field: `${prefix}body`, message: `A body has at most ${formatNumber(STEP_BODY_MAX)} characters.` }
  for (const [field, text] of Object.entries({ subject, body })) {
    const message = checkMergeFields(text)
    if (message) return { field: `${prefix}${field}`, message }
  }
  return undefined
}

export function checkCampaign(draft: CampaignDraft, tomorrow: CalendarDate): Fault | undefined {
  if (isBlank(draft.name)) return { field: 'name', message: CAMPAIGN_NAME_REQUIRED }
  if (draft.name.trim().length > CAMPAIGN_NAME_MAX)
    return { field: 'name', message: `A campaign’s name has at most ${CAMPAIGN_NAME_MAX} characters.` }
  if (!isOneOf(campaignCategories, draft.campaignCategory)) return { field: 'campaignCategory', message: CAMPAIGN_FIELDS_REQUIRED }
  if (!isOneOf(audiences, draft.audience)) return { field: 'audience', message: CAMPAIGN_FIELDS_REQUIRED }
  const wrongDates = draft.campaignCategory === 'Recurring' ? checkCampaignDates(draft.startDate, draft.endDate, tomorrow) : undefined
  return wrongDates ?? checkSteps(draft, tomorrow)
}

/** Returns the dates of a recurring campaign: one per week, on the weekday of its start. */
export function occurrencesOf(start: CalendarDate, end: CalendarDate): CalendarDate[] {
  const weeks = Math.floor(daysBetween(start, end) / WEEK_DAYS)
  return Array.from({ length: weeks + 1 }, (_, week) => addDays(start, week * WEEK_DAYS))
}
