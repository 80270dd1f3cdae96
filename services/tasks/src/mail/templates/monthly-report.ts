import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Fact } from '@app/chassis/mail/draft.ts'
import { brand } from '@app/contracts/brand.ts'
import { formatMonth } from '@app/contracts/format/dates.ts'
import { formatDuration, formatNumber } from '@app/contracts/format/numbers.ts'
import type { ReportFigures } from '@app/contracts/http/monthly-reports.ts'
import { firstDayOf, type Month } from '@app/contracts/rules/monthly-report.ts'

/** The figures that the email shows. */
export type MailedFigures = Pick<ReportFigures, 'content' | 'customers'> & {
  campaigns: Pick<ReportFigures['campaigns'], 'total'>
  before: Pick<NonNullable<ReportFigures['before']>, 'content' | 'campaigns' | 'customers'> | null
}

interface MailedReport {
  month: Month
  number: number
  /** The text of an admin. May be empty. */
  text: string
  figures: MailedFigures
  url: string
}

const HOURS_IN_WORDS_MAX = 48

function hoursInWords(hours: number): string {
  if (hours < 1) return 'less than 1 hour'
  return hours < HOURS_IN_WORDS_MAX ? formatDuration(Math.round(hours), 'hour') : formatDuration(Math.round(hours / 24), 'day')
}

/** Returns a number together with the number of the month before. */
const compared = (value: number, before: number | undefined): string =>
  before === undefined ? formatNumber(value) : `${formatNumber(value)} (month before: ${formatNumber(before)})`

/** Returns the third main figure: customers. If their number is not known, the time to the client's decision, or what was delivered. */
function thirdFact({ content, customers, before }: MailedFigures): Fact {
  if (customers) return ['Customers', compared(customers.customers, before?.customers?.customers)]
  const { medianHours } = content.timeToDecision
  if (medianHours !== null) return ['Your typical time to decide', hoursInWords(medianHours)]
  return ['Delivered for your review', compared(content.delivered, before?.content.delivered)]
}

const mainFacts = (figures: MailedFigures): Fact[] => {
  const { content, campaigns, before } = figures
  return [
    ['Posts', compared(content.posted, before?.content.posted)],
    ['Campaign emails', compared(campaigns.total.sent, before?.campaigns.sent)],
    thirdFact(figures),
  ]
}

/** The email to the owner about a monthly report, with its three main figures. It contains no text of the owner. */
export function monthlyReport({ month, number, text, figures, url }: MailedReport): MailContent {
  const name = formatMonth(firstDayOf(month))
  const facts = mainFacts(figures)
  return compose({
    subject: number > 1 ? `Corrected: your ${name} report from ${brand.name}` : `Your ${name} report from ${brand.name}`,
    preheader: facts.map(([label, value]) => `${label}: ${value}`).join(' · '),
    heading: 'What we did for you',
    blocks: [
      ...(number > 1 ? [{ kind: 'text', text: 'It replaces the report that we sent you before.' } as const] : []),
      { kind: 'facts', facts },
      ...(text ? [{ kind: 'quote', text } as const] : []),
      { kind: 'action', label: 'See the report', url },
    ],
  })
}
