import type { MonthlyReport, ReportFigures } from '../http/monthly-reports.ts'
import type { MailFigures } from '../http/report-figures.ts'
import { addDays, type CalendarDate } from '../rules/business-dates.ts'
import { addMonths, firstDayOf, lastDayOf, type Month } from '../rules/monthly-report.ts'
import { daysIntoWeek } from './calendar.ts'
import type { ChartData } from './charts.ts'
import { dateFormat, formatDay } from './date-format.ts'
import { formatMonth } from './dates.ts'
import { safeName } from './file-name.ts'
import { formatDuration, formatNumber, formatSignedPercent } from './numbers.ts'

/** A figure of a report as people read it. `change` compares it with the month before, and is empty if that is not known. */
export interface FigureInWords {
  label: string
  value: string
  before: string
  change: string
}

/** The figures of a report without its lists. */
export type ComparedReport = Pick<MonthlyReport, 'month'> & {
  figures: Pick<ReportFigures, 'content' | 'customers' | 'before'> & { campaigns: Pick<ReportFigures['campaigns'], 'total'> }
}

const NOT_MEASURED = 'Not measured'
const NOT_RECORDED = 'Not recorded'

/** From this duration on, durations are in days. */
const DAYS_FROM_HOURS = 48
const HOURS_PER_DAY = 24
/** A larger change in percent says nothing: the month before had almost nothing. */
const PERCENT_MAX = 999

/** Returns a duration with at most one decimal place, for example "5.5 hours" or "3.2 days". */
export function formatHours(hours: number): string {
  const inDays = hours >= DAYS_FROM_HOURS
  return formatDuration(Number((inDays ? hours / HOURS_PER_DAY : hours).toFixed(1)), inDays ? 'day' : 'hour')
}

/** Returns the name of a report's PDF file, for example "Harbor Pine – October 2026.pdf". */
export function reportFileName({ companyName, month, number }: Pick<MonthlyReport, 'companyName' | 'month' | 'number'>): string {
  return `${safeName(companyName)} – ${formatMonth(firstDayOf(month))}${number > 1 ? `, corrected (${number})` : ''}.pdf`
}

/** Returns the name of the month before, for example "September". */
export const monthBefore = (month: Month): string => formatDay(firstDayOf(addMonths(month, -1)), { month: 'long' })

/** Returns the month after, for example "November 2026". */
export const monthAfter = (month: Month): string => formatMonth(firstDayOf(addMonths(month, 1)))

interface Compared {
  now: number | null | undefined
  before: number | null | undefined
  month: Month
  format?: (value: number) => string
  /** Durations and shares are less, counted things are fewer. */
  less?: 'less' | 'fewer'
}

/** Compares a figure with the month before in words, for example "3 more than in September (+25%)". */
function describeChange({ now, before, month, format = formatNumber, less = 'fewer' }: Compared): string {
  if (typeof now !== 'number' || typeof before !== 'number') return ''
  const than = monthBefore(month)
  if (now === before) return `Same as in ${than}`
  const words = `${format(Math.abs(now - before))} ${now > before ? 'more' : less} than in ${than}`
  const percent = before === 0 ? 0 : Math.round(((now - before) / before) * 100)
  return percent === 0 || percent > PERCENT_MAX ? words : `${words} (${formatSignedPercent(percent / 100)})`
}

function inWords(label: string, compared: Compared, missing = NOT_MEASURED): FigureInWords {
  const { format = formatNumber } = compared
  const write = (value: number | null | undefined) => (typeof value === 'number' ? format(value) : missing)
  return { label, value: write(compared.now), before: write(compared.before), change: describeChange(compared) }
}

type Choice = (figures: Pick<ReportFigures, 'content' | 'customers'> & { mails: MailFigures }) => number | null | undefined

/** Compares a figure of a report with the same figure of the month before. */
function compare({ figures, month }: ComparedReport, choose: Choice): Compared {
  const { before } = figures
  return {
    now: choose({ ...figures, mails: figures.campaigns.total }),
    before: before && choose({ ...before, mails: before.campaigns }),
    month,
  }
}

const hours = { format: formatHours, less: 'less' } as const

/** Returns the figures of the month's content. */
export const contentInWords = (report: ComparedReport): FigureInWords[] => [
  inWords(
    'Content delivered',
    compare(report, ({ content }) => content.delivered),
  ),
  inWords(
    'Posts',
    compare(report, ({ content }) => content.posted),
  ),
  inWords('Time to first preview', { ...compare(report, ({ content }) => content.timeToFirstPreview.medianHours), ...hours }),
  inWords('Time to your decision', { ...compare(report, ({ content }) => content.timeToDecision.medianHours), ...hours }),
  inWords(
    'Rounds of revision',
    compare(report, ({ content }) => content.roundsOfRevision.total),
  ),
]

/** Explains the figures of opened emails, which are shown if opens are counted. */
export const OPENS_ESTIMATED = 'Opens are an estimate: some email apps hide them, and others load pictures of unread emails.'

/** Returns the figures of all emails of the month. */
export const mailsInWords = (report: ComparedReport): FigureInWords[] => [
  inWords(
    'Emails sent',
    compare(report, ({ mails }) => mails.sent),
  ),
  inWords(
    'Bounced',
    compare(report, ({ mails }) => mails.bounced),
  ),
  inWords(
    'Opened by people',
    compare(report, ({ mails }) => mails.opened),
    NOT_RECORDED,
  ),
  inWords(
    'Clicked by people',
    compare(report, ({ mails }) => mails.clicked),
    NOT_RECORDED,
  ),
  inWords(
    'Unsubscribed',
    compare(report, ({ mails }) => mails.unsubscribed),
  ),
]

const NOT_KNOWN = 'Not known'
const customerStages = { leads: 'Leads', customers: 'Customers', lost: 'Lost', otherStage: 'Other stage' } as const
type CustomerStage = keyof typeof customerStages
const stages: CustomerStage[] = ['leads', 'customers', 'lost', 'otherStage']

/** Returns the numbers of customers by stage. */
export const customersInWords = (report: ComparedReport): FigureInWords[] =>
  stages.map((stage) =>
    inWords(
      customerStages[stage],
      compare(report, ({ customers }) => customers?.[stage]),
      NOT_KNOWN,
    ),
  )

const MAIN_FIGURES = 3

/** Returns the three figures that a report begins with, of those that are known. Emails only if some were sent, in this or the month before. */
export function mainFigures(report: ComparedReport): FigureInWords[] {
  const { campaigns, before } = report.figures
  const hasMails = campaigns.total.sent > 0 || (before?.campaigns.sent ?? 0) > 0
  const [delivered, posts, firstPreview, , revisions] = contentInWords(report)
  const candidates = [posts, hasMails && mailsInWords(report)[0], customersInWords(report)[1], delivered, firstPreview, revisions]
  return candidates
    .flatMap((figure) => (figure && ![NOT_KNOWN, NOT_MEASURED].includes(figure.value) ? [figure] : []))
    .slice(0, MAIN_FIGURES)
}

const DAYS_PER_WEEK = 7

/** Returns the weeks of a month, which begin as in the locale, without days of other months. */
function weeksOf(month: Month): { from: CalendarDate; to: CalendarDate }[] {
  const weeks = []
  const last = lastDayOf(month)
  for (let from = firstDayOf(month); from <= last; ) {
    const lastOfWeek = addDays(from, DAYS_PER_WEEK - 1 - daysIntoWeek(from))
    const to = lastOfWeek < last ? lastOfWeek : last
    weeks.push({ from, to })
    from = addDays(to, 1)
  }
  return weeks
}

const day = { day: 'numeric', timeZone: 'UTC' } as const
const dateOf = (date: CalendarDate): Date => new Date(`${date}T00:00:00Z`)

/** Returns the posts of each week. Undefined without posts, or if the report does not list all of them. */
export function postsByWeek({ month, figures: { posts } }: MonthlyReport): ChartData | undefined {
  if (posts.listed.length === 0 || posts.more > 0) return undefined
  const weeks = weeksOf(month)
  return {
    title: `Posts by week in ${formatMonth(firstDayOf(month))}`,
    categories: weeks.map(({ from, to }) => dateFormat(day).formatRange(dateOf(from), dateOf(to)).replaceAll(/\s/g, ' ')),
    series: [
      {
        name: 'Posts',
        values: weeks.map(({ from, to }) => posts.listed.filter(({ postedOn }) => postedOn >= from && postedOn <= to).length),
      },
    ],
  }
}

/** Builds a chart of this month's figures. Without figures that are not recorded, and beside the month before if it has all others. */
function chartOf(title: string, month: Month, labels: string[], now: (number | null)[], before: (number | null)[] = []): ChartData {
  const known = labels.flatMap((label, at) => {
    const value = now[at]
    return typeof value === 'number' ? [{ label, value, before: before[at] }] : []
  })
  const compared = known.flatMap((entry) => (typeof entry.before === 'number' ? [entry.before] : []))
  return {
    title,
    categories: known.map(({ label }) => label),
    series: [
      { name: formatDay(firstDayOf(month), { month: 'long' }), values: known.map(({ value }) => value) },
      ...(compared.length === known.length ? [{ name: monthBefore(month), values: compared }] : []),
    ],
  }
}

/** Returns how many emails were sent, and how many were opened and clicked if that was recorded. Undefined if none was sent. */
export function mailFunnel({ month, figures: { campaigns, before } }: MonthlyReport): ChartData | undefined {
  if (campaigns.total.sent === 0) return undefined
  const steps = ({ sent, opened, clicked }: MailFigures) => [sent, opened, clicked]
  const isRecorded = campaigns.total.opened !== null || campaigns.total.clicked !== null
  const title = isRecorded ? 'Emails sent, opened and clicked' : 'Emails sent'
  const labels = ['Sent', 'Opened', 'Clicked']
  return chartOf(title, month, labels, steps(campaigns.total), before ? steps(before.campaigns) : undefined)
}

/** Returns the customers of each stage. Undefined if their numbers are not known. */
export function customersByStage({ month, figures: { customers, before } }: MonthlyReport): ChartData | undefined {
  if (!customers) return undefined
  const labels = stages.map((stage) => customerStages[stage])
  const valuesOf = (figures: NonNullable<typeof customers>) => stages.map((stage) => figures[stage])
  return chartOf('Customers by stage', month, labels, valuesOf(customers), before?.customers ? valuesOf(before.customers) : undefined)
}
