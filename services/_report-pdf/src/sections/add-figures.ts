import { type Chart, type ChartData, layOutBars, layOutColumns } from '@app/contracts/format/charts.ts'
import { formatDay } from '@app/contracts/format/date-format.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import {
  contentInWords,
  customersByStage,
  customersInWords,
  type FigureInWords,
  mailFunnel,
  mailsInWords,
  monthAfter,
  monthBefore,
  OPENS_ESTIMATED,
  postsByWeek,
} from '@app/contracts/format/report-words.ts'
import { formatTimeOfDay } from '@app/contracts/format/times.ts'
import type { MonthlyReport } from '@app/contracts/http/monthly-reports.ts'
import type { MailFigures } from '@app/contracts/http/report-figures.ts'
import { firstDayOf } from '@app/contracts/rules/monthly-report.ts'
import { platformNames } from '@app/contracts/rules/task-status.ts'
import { addChart, heightOfChart } from '../pdf/add-chart.ts'
import { addTable, heightOfTable, type Table } from '../pdf/add-table.ts'
import type { Sheet } from '../pdf/sheet.ts'
import type { Element } from '../pdf/tagged-document.ts'

const CHART_WIDTH = 220
const CHART_GAP = 28
const COLUMNS_HEIGHT = 130
const NAME_WIDTH = 66
const NOTE_HEIGHT = 20

/** A table of figures beside those of the month before, if these are known. */
function comparisonTable(month: string, label: string, figures: readonly FigureInWords[]): Table {
  const hasBefore = figures.some(({ change }) => change !== '')
  const share = hasBefore ? 0.27 : 0.4
  const now = formatDay(firstDayOf(month), { month: 'long' })
  return {
    columns: [
      { label, share: 1 - share * (hasBefore ? 2 : 1) },
      { label: now, share, align: 'right' },
      ...(hasBefore ? [{ label: monthBefore(month), share, align: 'right' as const }] : []),
    ],
    rows: figures.map(({ label: name, value, before }) => [name, value, ...(hasBefore ? [before] : [])]),
  }
}

/** Adds a chart with the table of its figures at its right. Without a chart, the table has the whole width. */
function addComparison(sheet: Sheet, section: Element, table: Table, chart: { data: ChartData; chart: Chart } | undefined): void {
  if (!chart) {
    addTable(sheet, section, table)
    return
  }
  const place = { x: sheet.left + CHART_WIDTH + CHART_GAP, width: sheet.width - CHART_WIDTH - CHART_GAP }
  const height = Math.max(heightOfChart(chart.chart), heightOfTable(sheet, table, place))
  sheet.reserve(height)
  const top = sheet.y
  addChart(sheet, section, chart.data, chart.chart)
  addTable(sheet, section, table, place)
  sheet.y = top + height
}

const barsOf = (data: ChartData | undefined) => data && { data, chart: layOutBars(data, CHART_WIDTH, NAME_WIDTH) }

/** Adds the figures of the month's content. */
export function addContent(sheet: Sheet, report: MonthlyReport): void {
  const section = sheet.document.addElement(sheet.document.root, 'Sect')
  sheet.addHeading(section, 'Content', COLUMNS_HEIGHT)
  const data = postsByWeek(report)
  const chart = data && { data, chart: layOutColumns(data, CHART_WIDTH, COLUMNS_HEIGHT) }
  addComparison(sheet, section, comparisonTable(report.month, 'Content', contentInWords(report)), chart)
  section.end()
}

/** A table of campaigns. Without the columns of opened and clicked emails if no campaign records them. */
function campaignTable({ figures: { campaigns } }: MonthlyReport): Table {
  const all = [...campaigns.listed, { name: 'All campaigns', ...campaigns.total }]
  const isRecorded = all.some(({ opened, clicked }) => opened !== null || clicked !== null)
  const columns: { label: string; share: number; read: (mails: MailFigures) => number | null }[] = [
    { label: 'Sent', share: 0.12, read: ({ sent }) => sent },
    { label: 'Bounced', share: 0.12, read: ({ bounced }) => bounced },
    ...(isRecorded
      ? [
          { label: 'Opened', share: 0.12, read: ({ opened }: MailFigures) => opened },
          { label: 'Clicked', share: 0.12, read: ({ clicked }: MailFigures) => clicked },
        ]
      : []),
    { label: 'Unsubscribed', share: 0.16, read: ({ unsubscribed }) => unsubscribed },
  ]
  return {
    columns: [
      { label: 'Campaign', share: columns.reduce((rest, { share }) => rest - share, 1) },
      ...columns.map(({ label, share }) => ({ label, share, align: 'right' as const })),
    ],
    rows: all.map((mails) => [
      mails.name,
      ...columns.map(({ read }) => {
        const count = read(mails)
        return count === null ? 'Not recorded' : formatNumber(count)
      }),
    ]),
    hasTotals: true,
  }
}

/** Adds the emails of the month and its campaigns. */
export function addCampaigns(sheet: Sheet, report: MonthlyReport): void {
  const { campaigns } = report.figures
  const section = sheet.document.addElement(sheet.document.root, 'Sect')
  const data = mailFunnel(report)
  sheet.addHeading(section, 'Email campaigns', data ? COLUMNS_HEIGHT : NOTE_HEIGHT)
  if (data) {
    addComparison(sheet, section, comparisonTable(report.month, 'Emails', mailsInWords(report)), barsOf(data))
    sheet.y += 20
    addTable(sheet, section, campaignTable(report))
    if (campaigns.total.opened !== null) sheet.addNote(section, OPENS_ESTIMATED)
    if (campaigns.more > 0) sheet.addNote(section, `${campaigns.more} more campaigns are in the portal. The totals include them.`)
  } else sheet.addNote(section, 'We sent no emails this month.')
  section.end()
}

/** Adds the numbers of customers by stage. */
export function addCustomers(sheet: Sheet, report: MonthlyReport): void {
  const section = sheet.document.addElement(sheet.document.root, 'Sect')
  const data = customersByStage(report)
  sheet.addHeading(section, 'Customers', data ? COLUMNS_HEIGHT : NOTE_HEIGHT)
  if (data) addComparison(sheet, section, comparisonTable(report.month, 'Stage', customersInWords(report)), barsOf(data))
  else sheet.addNote(section, 'The number of customers at the end of this month is not known.')
  section.end()
}

/** Adds what is planned for the next month. */
export function addPlanned(sheet: Sheet, { month, figures: { planned } }: MonthlyReport): void {
  const section = sheet.document.addElement(sheet.document.root, 'Sect')
  sheet.addHeading(section, `Planned for ${monthAfter(month)}`, planned.listed.length > 0 ? NOTE_HEIGHT * 3 : NOTE_HEIGHT)
  if (planned.listed.length === 0) sheet.addNote(section, 'Nothing is planned yet.')
  else {
    addTable(sheet, section, {
      columns: [
        { label: 'Post', share: 0.46 },
        { label: 'Date', share: 0.26 },
        { label: 'Platforms', share: 0.28 },
      ],
      rows: planned.listed.map(({ date, time, title, platforms }) => [
        title,
        [formatDay(date, { weekday: 'short', month: 'short', day: 'numeric' }), ...(time ? [formatTimeOfDay(time)] : [])].join(', '),
        platforms.map((platform) => platformNames[platform]).join(', '),
      ]),
    })
  }
  if (planned.more > 0) sheet.addNote(section, `${planned.more} more posts are in the portal.`)
  section.end()
}
