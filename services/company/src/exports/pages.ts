import { escapeHtml } from '@app/chassis/mail/escape.ts'
import { brand } from '@app/contracts/brand.ts'
import type { ExportedCampaign, ExportedDispatch } from '@app/contracts/export/campaigns.ts'
import type { ExportedCustomer } from '@app/contracts/export/customers.ts'
import type { ExportedReport, ExportedTask } from '@app/contracts/export/tasks.ts'
import { formatDate, formatMonth } from '@app/contracts/format/dates.ts'
import { formatSize } from '@app/contracts/format/file-size.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import { isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import { dateOf, framed, href, linkTo, table } from './html.ts'
import { POSTS_PAGE, type PostFacts, postOf } from './post-pages.ts'
import { reportPath, reportTitle } from './report-pages.ts'

/** What the pages show of a task. It is in memory until the page of its month is written. */
export interface TaskFacts {
  taskId: number
  title: string
  status: string
  day: string | null
  caption: string
  links: readonly string[]
  files: readonly { key: string; kind: string; alternativeText: string }[]
  post: PostFacts | undefined
}

export function taskFacts(task: ExportedTask): TaskFacts {
  const { taskId, title, status, postedOn, targetPostingDate, occurrenceDate, previewNumber, previews, postLinks } = task
  const current = previews.find(({ number }) => number === previewNumber)
  return {
    taskId,
    title,
    status,
    day: postedOn ?? targetPostingDate ?? occurrenceDate,
    caption: current?.caption ?? '',
    links: Object.values(postLinks),
    files: (current?.files ?? []).map(({ key, kind, alternativeText }) => ({ key, kind, alternativeText })),
    post: postOf(task),
  }
}

export interface DocumentFacts {
  title: string
  description: string
  key: string
  fileName: string
  size: number
}

/** Returns the key of a month in the names of pages: `2026-10`, or `undated`. */
export const monthOf = ({ day }: TaskFacts): string => day?.slice(0, 7) ?? 'undated'
const monthTitle = (month: string): string => (isCalendarDate(`${month}-01`) ? formatMonth(`${month}-01`) : 'Tasks without a date')
export const monthPath = (month: string): string => `pages/tasks-${month}.html`

function fileOf({ key, kind, alternativeText }: TaskFacts['files'][number], paths: ReadonlyMap<string, string>): string {
  const path = paths.get(key)
  if (path === undefined) return ''
  const url = href(path, 1)
  if (kind === 'image') return `<a href="${url}"><img src="${url}" alt="${escapeHtml(alternativeText)}" loading="lazy"></a>`
  if (kind === 'video') return `<video src="${url}" controls preload="none" aria-label="${escapeHtml(alternativeText || 'Video')}"></video>`
  return `<a href="${url}">${escapeHtml(alternativeText || 'PDF file')}</a>`
}

function* taskArticles(tasks: readonly TaskFacts[], paths: ReadonlyMap<string, string>): Generator<string> {
  for (const { taskId, title, status, day, caption, links, files } of tasks) {
    const pictures = files.map((file) => fileOf(file, paths)).join('')
    yield `<article id="task-${taskId}">
<h2>${escapeHtml(title)}</h2>
<p class="muted">#${taskId} · ${dateOf(day)} · ${escapeHtml(status)}</p>
${pictures && `<div class="pictures">${pictures}</div>\n`}${caption && `<p class="caption" dir="auto">${escapeHtml(caption)}</p>\n`}${links.length > 0 ? `<p>${links.map(linkTo).join('<br>')}</p>\n` : ''}</article>
`
  }
}

/** The page with the tasks of a month. */
export function monthPage(month: string, tasks: readonly TaskFacts[], paths: ReadonlyMap<string, string>): AsyncIterable<string> {
  const sorted = tasks.toSorted((one, other) => (one.day ?? '').localeCompare(other.day ?? '') || one.taskId - other.taskId)
  return framed(monthTitle(month), 1, taskArticles(sorted, paths))
}

export const DOCUMENTS_PAGE = 'pages/documents.html'

export function documentsPage(documents: readonly DocumentFacts[], paths: ReadonlyMap<string, string>): AsyncIterable<string> {
  const rows = documents.map(({ title, description, key, fileName, size }) => {
    const path = paths.get(key)
    const name = escapeHtml(fileName)
    return [escapeHtml(title), path ? `<a href="${href(path, 1)}">${name}</a>` : name, formatSize(size), escapeHtml(description)]
  })
  return framed('Documents', 1, table(['Title', 'File', 'Size', 'Description'], rows))
}

export const CUSTOMERS_PAGE = 'pages/customers.html'

async function* customerRows(customers: AsyncIterable<ExportedCustomer>): AsyncGenerator<string[]> {
  for await (const customer of customers) yield customerColumns.map((column) => escapeHtml(customer[column]))
}

export const customersPage = (customers: AsyncIterable<ExportedCustomer>): AsyncIterable<string> =>
  framed('Customers and leads', 1, table(customerColumns, customerRows(customers)))

export const CAMPAIGNS_PAGE = 'pages/campaigns.html'

/** The headers of the list of campaigns, and a line for each sending of an email. */
export const campaignColumns = ['Campaign', 'Email', 'Date', 'State', 'Recipients', 'Sent', 'Failed', 'Bounced', 'Unsubscribed'] as const

export function* campaignLines(campaigns: readonly ExportedCampaign[], dispatches: readonly ExportedDispatch[]): Generator<string[]> {
  const ofCampaign = Map.groupBy(dispatches, ({ campaignId }) => campaignId)
  for (const { id, name, state, steps } of campaigns) {
    const own = ofCampaign.get(id) ?? []
    if (own.length === 0) yield [name, '', '', state, '', '', '', '', '']
    for (const { stepId, date, state: sent, audience, counts } of own.toSorted((one, other) => one.date.localeCompare(other.date))) {
      const subject = steps.find((step) => step.id === stepId)?.subject ?? ''
      const figures = [audience, counts?.accepted, counts?.failed, counts?.bounced, counts?.unsubscribed]
      yield [name, subject, date, sent, ...figures.map((figure) => String(figure ?? ''))]
    }
  }
}

export function campaignsPage(campaigns: readonly ExportedCampaign[], dispatches: readonly ExportedDispatch[]): AsyncIterable<string> {
  const rows = [...campaignLines(campaigns, dispatches)].map((cells) =>
    cells.map((cell, column) => escapeHtml(campaignColumns[column] === 'Date' && cell ? dateOf(cell) : cell)),
  )
  return framed('Campaigns', 1, table(campaignColumns, rows))
}

interface Overview {
  companyName: string
  at: Date
  /** Number of tasks by month. */
  months: ReadonlyMap<string, number>
  posts: number
  reports: readonly ExportedReport[]
  documents: number
  customers: number
  campaigns: number
}

const item = (path: string, label: string, count: number): string =>
  `<li><a href="${href(path, 0)}">${label}</a> (${formatNumber(count)})</li>\n`

function* overviewBody({ at, months, posts, reports, documents, customers, campaigns }: Overview): Generator<string> {
  yield `<p>This is everything that ${escapeHtml(brand.name)} keeps for you, as of ${formatDate(at.toISOString().slice(0, 10))}. You don’t need
the product to read it: open the pages below, or the files in the folders beside this page.</p>
<h2>What’s where</h2>
<ul>
<li><strong>pages</strong>: what you see below</li>
<li><strong>files</strong>: all pictures, videos and documents</li>
<li><strong>tables</strong>: posts, customers and campaigns for a spreadsheet program</li>
<li><strong>records</strong> and <strong>schemas</strong>: all data for programs, with its format. <strong>manifest.json</strong> lists all files</li>
</ul>
<p class="muted">Private notes of the agency’s team, drafts, passwords and keys aren’t included.</p>
<h2>Posts, documents, customers and campaigns</h2>
<ul>
${item(POSTS_PAGE, 'Posts', posts)}${item(DOCUMENTS_PAGE, 'Documents', documents)}${item(CUSTOMERS_PAGE, 'Customers and leads', customers)}${item(CAMPAIGNS_PAGE, 'Campaigns', campaigns)}</ul>
`
  if (reports.length > 0) yield '<h2>Monthly reports</h2>\n<ul>\n'
  for (const report of reports) yield `<li><a href="${href(reportPath(report), 0)}">${escapeHtml(reportTitle(report))}</a></li>\n`
  if (reports.length > 0) yield '</ul>\n'
  yield '<h2>Tasks by month</h2>\n<ul>\n'
  for (const [month, count] of [...months].toSorted(([one], [other]) => other.localeCompare(one)))
    yield item(monthPath(month), escapeHtml(monthTitle(month)), count)
  yield '</ul>\n'
}

/** The first page, which links to all others. */
export const overviewPage = (overview: Overview): AsyncIterable<string> => framed(overview.companyName, 0, overviewBody(overview))
