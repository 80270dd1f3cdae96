import { escapeHtml } from '@app/chassis/mail/escape.ts'
import type { ExportedReport } from '@app/contracts/export/tasks.ts'
import { formatMonth } from '@app/contracts/format/dates.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import {
  contentInWords,
  customersInWords,
  type FigureInWords,
  mailsInWords,
  monthAfter,
  monthBefore,
} from '@app/contracts/format/report-words.ts'
import { ReportFigures, ReportPost } from '@app/contracts/http/monthly-reports.ts'
import { firstDayOf } from '@app/contracts/rules/monthly-report.ts'
import { platformNames } from '@app/contracts/rules/task-status.ts'
import * as Type from 'typebox'
import { Value } from 'typebox/value'
import { dateOf, framed, linkTo, table } from './html.ts'

/** The figures as they are stored. An earlier release may have stored others. */
const StoredFigures = Type.Object({
  ...Type.Omit(ReportFigures, ['posts']).properties,
  posts: Type.Object({ listed: Type.Array(Type.Omit(ReportPost, ['thumbnail'])), more: Type.Integer() }),
})

/** Returns the title of a report, for example "October 2026, corrected (2)". */
export const reportTitle = ({ month, number }: Pick<ExportedReport, 'month' | 'number'>): string =>
  `${formatMonth(firstDayOf(month))}${number > 1 ? `, corrected (${number})` : ''}`

export const reportPath = ({ month, number }: Pick<ExportedReport, 'month' | 'number'>): string =>
  `pages/report-${month}${number > 1 ? `-${number}` : ''}.html`

/** A section with a table. Without rows, there is nothing to show. */
async function* section(title: string, head: readonly string[], rows: string[][], more = 0): AsyncGenerator<string> {
  if (rows.length === 0) return
  yield `<h2>${escapeHtml(title)}</h2>\n`
  yield* table(head, rows)
  if (more > 0) yield `<p class="muted">And ${formatNumber(more)} more.</p>\n`
}

const figureRows = (figures: readonly FigureInWords[]): string[][] =>
  figures.map(({ label, value, before, change }) => [label, value, before, change].map(escapeHtml))

async function* reportBody({ text, month, figures: stored }: ExportedReport): AsyncGenerator<string> {
  for (const paragraph of text.split(/\n\n+/)) if (paragraph.trim()) yield `<p class="caption" dir="auto">${escapeHtml(paragraph)}</p>\n`
  if (!Value.Check(StoredFigures, stored)) {
    yield '<p class="muted">The figures of this report are in records/monthly-reports.jsonl.</p>\n'
    return
  }
  const report = { month, figures: stored }
  const { posts, campaigns, customers, planned } = stored
  const compared = ['Figure', formatMonth(firstDayOf(month)), monthBefore(month), 'Change']
  yield* section('Content', compared, figureRows(contentInWords(report)))
  yield* section(
    'What we posted',
    ['Date', 'Post', 'Where'],
    posts.listed.map(({ postedOn, title, platforms, links }) => [
      dateOf(postedOn),
      escapeHtml(title),
      [escapeHtml(platforms.map((platform) => platformNames[platform]).join(', ')), ...links.map(({ url }) => linkTo(url))].join('<br>'),
    ]),
    posts.more,
  )
  yield* section('Email campaigns', compared, figureRows(mailsInWords(report)))
  const count = (value: number | null): string => (value === null ? '' : formatNumber(value))
  yield* section(
    'Each campaign',
    ['Campaign', 'Sent', 'Bounced', 'Opened', 'Clicked', 'Unsubscribed'],
    campaigns.listed.map(({ name, sent, bounced, opened, clicked, unsubscribed }) => [
      escapeHtml(name),
      ...[sent, bounced, opened, clicked, unsubscribed].map(count),
    ]),
    campaigns.more,
  )
  if (customers) yield* section('Customers', compared, figureRows(customersInWords(report)))
  yield* section(
    `Planned for ${monthAfter(month)}`,
    ['Date', 'Post', 'Where'],
    planned.listed.map(({ date, title, platforms }) => [
      dateOf(date),
      escapeHtml(title),
      escapeHtml(platforms.map((platform) => platformNames[platform]).join(', ')),
    ]),
    planned.more,
  )
}

/** The page of a monthly report, with its figures in tables. */
export const reportPage = (report: ExportedReport): AsyncIterable<string> =>
  framed(`What we did for you in ${reportTitle(report)}`, 1, reportBody(report))
