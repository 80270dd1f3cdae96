import { brand } from '@app/contracts/brand.ts'
import type { ChartData } from '@app/contracts/format/charts.ts'
import { formatDay } from '@app/contracts/format/date-format.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import {
  contentInWords,
  customersByStage,
  customersInWords,
  type FigureInWords,
  mailFunnel,
  mailsInWords,
  mainFigures,
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
import { type ReactNode, useId } from 'react'
import { counted } from '../../shared/format/counted.ts'
import { Time } from '../../shared/ui/Time.tsx'
import { ReportChart } from './ReportChart.tsx'
import styles from './ReportContent.module.css'
import { ReportPosts } from './ReportPosts.tsx'
import { ReportTable } from './ReportTable.tsx'

interface ReportContentProps {
  report: MonthlyReport
  /** The element of the headings, one level below the title of the report. */
  heading: 'h2' | 'h4'
}

/** A report as the owner sees it, without its title. */
export function ReportContent({ report, heading }: ReportContentProps) {
  return (
    <div className={styles.report}>
      {report.text && (
        <div className={styles.words}>
          <p className={styles.from}>From {brand.name}</p>
          <p className={styles.text}>{report.text}</p>
        </div>
      )}
      <MainFigures report={report} />
      <Part heading={heading} title="Content">
        <Comparison report={report} label="Content" figures={contentInWords(report)} chart={postsByWeek(report)} kind="columns" />
      </Part>
      <Part heading={heading} title="What we posted">
        <ReportPosts posts={report.figures.posts} />
      </Part>
      <Part heading={heading} title="Email campaigns">
        <Campaigns report={report} />
      </Part>
      <Part heading={heading} title="Customers">
        <Customers report={report} />
      </Part>
      <Part heading={heading} title={`Planned for ${monthAfter(report.month)}`}>
        <Planned planned={report.figures.planned} />
      </Part>
    </div>
  )
}

interface PartProps extends Pick<ReportContentProps, 'heading'> {
  title: string
  children: ReactNode
}

function Part({ heading: Heading, title, children }: PartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {children}
    </section>
  )
}

const MainFigures = ({ report }: { report: MonthlyReport }) => (
  <dl className={styles.main}>
    {mainFigures(report).map(({ label, value, change }) => (
      <div key={label} className={styles.figure}>
        <dt>{label}</dt>
        <dd className={styles.value}>{value}</dd>
        {change && <dd className={styles.change}>{change}</dd>}
      </div>
    ))}
  </dl>
)

interface ComparisonProps {
  report: MonthlyReport
  label: string
  figures: readonly FigureInWords[]
  chart: ChartData | undefined
  kind: 'columns' | 'bars'
}

/** A chart, and a table of figures beside those of the month before, if these are known. */
function Comparison({ report: { month }, label, figures, chart, kind }: ComparisonProps) {
  const hasBefore = figures.some(({ change }) => change !== '')
  return (
    <div className={styles.comparison}>
      {chart && <ReportChart data={chart} kind={kind} />}
      <ReportTable
        label={label}
        columns={[label, formatDay(firstDayOf(month), { month: 'long' }), ...(hasBefore ? [monthBefore(month)] : [])]}
        rows={figures.map((figure) => ({
          key: figure.label,
          cells: [figure.label, figure.value, ...(hasBefore ? [figure.before] : [])],
        }))}
      />
    </div>
  )
}

const columnsOfMails: readonly { heading: string; read: (mails: MailFigures) => number | null }[] = [
  { heading: 'Sent', read: ({ sent }) => sent },
  { heading: 'Bounced', read: ({ bounced }) => bounced },
  { heading: 'Opened', read: ({ opened }) => opened },
  { heading: 'Clicked', read: ({ clicked }) => clicked },
  { heading: 'Unsubscribed', read: ({ unsubscribed }) => unsubscribed },
]

function Campaigns({ report }: { report: MonthlyReport }) {
  const { listed, total, more } = report.figures.campaigns
  if (total.sent === 0 && listed.length === 0) return <p className={styles.note}>We sent no emails this month.</p>
  // Opened and clicked emails are not recorded for every company.
  const columns = columnsOfMails.filter(({ read }) => [total, ...listed].some((mails) => read(mails) !== null))
  const cellsOf = (mails: MailFigures) =>
    columns.map(({ read }) => {
      const count = read(mails)
      return count === null ? 'Not recorded' : formatNumber(count)
    })
  return (
    <>
      <Comparison report={report} label="Emails" figures={mailsInWords(report)} chart={mailFunnel(report)} kind="bars" />
      <ReportTable
        label="Campaigns"
        columns={['Campaign', ...columns.map(({ heading }) => heading)]}
        rows={[
          ...listed.map((campaign) => ({ key: campaign.campaignId, cells: [campaign.name, ...cellsOf(campaign)] })),
          { key: 'all', cells: ['All campaigns', ...cellsOf(total)] },
        ]}
        hasTotals
      />
      {total.opened !== null && <p className={styles.note}>{OPENS_ESTIMATED}</p>}
      {more > 0 && <p className={styles.note}>And {counted(more, 'more campaign')}, which the totals include.</p>}
    </>
  )
}

function Customers({ report }: { report: MonthlyReport }) {
  const { month, figures } = report
  if (!figures.customers)
    return (
      <p className={styles.note}>
        Not known. We count customers in your spreadsheet, and we hadn’t read it by the end of{' '}
        {formatDay(firstDayOf(month), { month: 'long' })}.
      </p>
    )
  return (
    <>
      <Comparison report={report} label="Stage" figures={customersInWords(report)} chart={customersByStage(report)} kind="bars" />
      {figures.customers.otherStage > 0 && (
        <p className={styles.note}>“Other stage” counts rows of the spreadsheet without a stage, or with one that we don’t know.</p>
      )}
    </>
  )
}

function Planned({ planned: { listed, more } }: Pick<MonthlyReport['figures'], 'planned'>) {
  if (listed.length === 0) return <p className={styles.note}>Nothing is planned yet.</p>
  return (
    <>
      <ReportTable
        label="Planned posts"
        isNumeric={false}
        columns={['Post', 'Date', 'Platforms']}
        rows={listed.map(({ date, time, title, platforms }, at) => ({
          key: `${at} ${date}`,
          cells: [
            title,
            <>
              <Time value={date} full />
              {time && `, ${formatTimeOfDay(time)}`}
            </>,
            platforms.map((platform) => platformNames[platform]).join(', '),
          ],
        }))}
      />
      {more > 0 && <p className={styles.note}>And {counted(more, 'more post')}.</p>}
    </>
  )
}
