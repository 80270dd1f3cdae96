import { addDays, type CalendarDate, todayIn, tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import { REVIEW_GAP_DAYS } from '@app/contracts/rules/task-dates.ts'
import type { StoryCompany, StoryTask } from './story/story.ts'

const RECURS_FOR_DAYS = 180

function recurrenceOf({ recurrence }: StoryTask, from: CalendarDate): Record<string, string> {
  if (!recurrence) return {}
  return {
    isRecurring: 'true',
    recurrenceType: recurrence.type,
    recurrenceStartDate: from,
    recurrenceEndDate: addDays(from, RECURS_FOR_DAYS),
    ...(recurrence.week ? { monthlyWeek: recurrence.week, monthlyDayOfWeek: recurrence.day } : { weeklyDayOfWeek: recurrence.day }),
  }
}

const QUARTER_MINUTES = 15

/** Returns the beginning of the current quarter of an hour in the time zone. If the date has not begun there yet, returns midnight. */
function timeDueNow(timeZone: string, date: CalendarDate): string {
  const now = new Date()
  if (todayIn(timeZone, now) < date) return '00:00'
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(now)
  const [hour = '', minute = ''] = clock.split(':')
  return `${hour}:${String(Number(minute) - (Number(minute) % QUARTER_MINUTES)).padStart(2, '0')}`
}

/** Returns the earliest dates that the product allows, with a posting time that has come in the time zone of the company. */
function datesDueNow({ profile }: StoryCompany, timeZone: string): Record<string, string> {
  const tomorrow = tomorrowIn(timeZone)
  return { submissionForReview: tomorrow, targetPostingDate: tomorrow, targetPostingTime: timeDueNow(timeZoneOf(profile), tomorrow) }
}

/** Returns the dates of a new task as fields of the form. `timeZone` is that of the business. */
export function datesOf(company: StoryCompany, task: StoryTask, target: CalendarDate, timeZone: string): Record<string, string> {
  if (task.dueNow) return datesDueNow(company, timeZone)
  const submissionForReview = addDays(target, -REVIEW_GAP_DAYS)
  return task.recurrence ? recurrenceOf(task, submissionForReview) : { submissionForReview, targetPostingDate: target }
}
