import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Fact } from '@app/chassis/mail/draft.ts'
import { brand } from '@app/contracts/brand.ts'
import { formatMonth } from '@app/contracts/format/dates.ts'
import { type ComparedReport, mainFigures } from '@app/contracts/format/report-words.ts'
import { firstDayOf } from '@app/contracts/rules/monthly-report.ts'

interface MailedReport extends ComparedReport {
  number: number
  /** The text of an admin. May be empty. */
  text: string
  url: string
}

/** The email to the owner about a monthly report, with its three main figures. It contains no text of the owner. */
export function monthlyReport(report: MailedReport): MailContent {
  const { month, number, text, url } = report
  const name = formatMonth(firstDayOf(month))
  const figures = mainFigures(report)
  const facts = figures.map(({ label, value, change }): Fact => [label, [value, change].filter(Boolean).join(' · ')])
  return compose({
    subject: number > 1 ? `Corrected: your ${name} report from ${brand.name}` : `Your ${name} report from ${brand.name}`,
    preheader: figures.map(({ label, value }) => `${label}: ${value}`).join(' · '),
    heading: 'What we did for you',
    blocks: [
      ...(number > 1 ? [{ kind: 'text', text: 'It replaces the report that we sent you before.' } as const] : []),
      { kind: 'facts', facts },
      ...(text ? [{ kind: 'quote', text } as const] : []),
      { kind: 'action', label: 'See the report', url },
    ],
  })
}
