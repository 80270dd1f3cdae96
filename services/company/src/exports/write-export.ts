import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { type ExportedCampaign, type ExportedDispatch, exportedCampaigns, exportedDispatches } from '@app/contracts/export/campaigns.ts'
import { type ExportedCustomer, exportedCustomers } from '@app/contracts/export/customers.ts'
import { exportedDocuments } from '@app/contracts/export/documents.ts'
import type { ExportKind } from '@app/contracts/export/export-kind.ts'
import { EXPORT_FORMAT, type ExportManifest, exportKinds, MANIFEST_NAME, recordsPath, schemaPath } from '@app/contracts/export/manifest.ts'
import { type ExportedReport, exportedReports, exportedTasks } from '@app/contracts/export/tasks.ts'
import { CSV_MARK, csvLine } from '@app/contracts/rules/csv.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import { Value } from 'typebox/value'
import { filePaths, namedFiles } from './named-files.ts'
import {
  CAMPAIGNS_PAGE,
  CUSTOMERS_PAGE,
  campaignColumns,
  campaignLines,
  campaignsPage,
  customersPage,
  DOCUMENTS_PAGE,
  type DocumentFacts,
  documentsPage,
  monthOf,
  monthPage,
  monthPath,
  overviewPage,
  type TaskFacts,
  taskFacts,
} from './pages.ts'
import { POSTS_PAGE, postColumns, postLines, postsPage } from './post-pages.ts'
import type { ExportedCompany, ReadRecords } from './record-reader.ts'
import { reportPage, reportPath } from './report-pages.ts'
import { openStoredFile } from './stored-file.ts'
import type { ZipWriter } from './zip-writer.ts'

interface Source {
  read: ReadRecords
  store: Pick<ObjectStore, 'read' | 'sizeOf'>
  now: () => Date
}

interface Company extends ExportedCompany {
  companyName: string
}

/** What the pages and tables show. It is collected while the records are written. */
interface Shown {
  tasks: TaskFacts[]
  reports: ExportedReport[]
  documents: DocumentFacts[]
  campaigns: ExportedCampaign[]
  dispatches: ExportedDispatch[]
}

function show(shown: Shown, kind: ExportKind, record: unknown): void {
  if (kind === exportedTasks && Value.Check(exportedTasks.record, record)) shown.tasks.push(taskFacts(record))
  if (kind === exportedReports && Value.Check(exportedReports.record, record)) shown.reports.push(record)
  if (kind === exportedDocuments && Value.Check(exportedDocuments.record, record)) {
    const { title, description, file: key, fileName, size } = record
    shown.documents.push({ title, description, key, fileName, size })
  }
  if (kind === exportedCampaigns && Value.Check(exportedCampaigns.record, record)) shown.campaigns.push(record)
  if (kind === exportedDispatches && Value.Check(exportedDispatches.record, record)) shown.dispatches.push(record)
}

/** Says where a record doesn't match its schema, without values, because the message is logged. */
function mismatchOf({ name, record: schema }: ExportKind, record: unknown): string {
  const id = typeof record === 'object' && record !== null && 'id' in record ? ` ${record.id}` : ''
  const [fault] = Value.Errors(schema, record)
  return `The record${id} of the kind ${name} does not match its schema: ${fault?.instancePath} ${fault?.message}`
}

/** Number of records of each kind, and of the files that they name. */
interface WrittenExport {
  records: number
  files: number
}

/**
 * Writes the export of a company. Each kind of record is read after the kinds that refer to it, so that a record that is added meanwhile
 * never refers to a missing one. The manifest is the last entry: it counts what was written.
 */
export async function writeExport(source: Source, company: Company, zip: ZipWriter, signal: AbortSignal): Promise<WrittenExport> {
  const { read, store, now } = source
  const { companyId, ownerId, companyName } = company
  const at = now()
  const entries: ExportManifest['files'] = []
  const records: Record<string, number> = {}
  const missing: string[] = []
  const shown: Shown = { tasks: [], reports: [], documents: [], campaigns: [], dispatches: [] }
  const names = filePaths()

  async function addText(path: string, text: AsyncIterable<string> | Iterable<string>): Promise<void> {
    async function* lines() {
      yield* text
    }
    entries.push(await zip.add(path, lines(), { compress: true, at }))
  }

  async function* linesOf(kind: ExportKind): AsyncGenerator<string> {
    let count = 0
    for await (const line of read(kind, company, signal)) {
      const record: unknown = JSON.parse(line)
      if (!Value.Check(kind.record, record)) throw new Error(mismatchOf(kind, record))
      for (const file of namedFiles(kind, record)) names.add(file)
      show(shown, kind, record)
      count += 1
      yield `${line}\n`
    }
    records[kind.name] = count
  }

  async function* customers(): AsyncGenerator<ExportedCustomer> {
    for await (const line of read(exportedCustomers, company, signal)) yield Value.Parse(exportedCustomers.record, JSON.parse(line))
  }

  async function* customerTable(): AsyncGenerator<string> {
    yield CSV_MARK + csvLine(customerColumns)
    for await (const customer of customers()) yield csvLine(customerColumns.map((column) => customer[column]))
  }

  function* tableOf(columns: readonly string[], lines: Iterable<string[]>): Generator<string> {
    yield CSV_MARK + csvLine(columns)
    for (const line of lines) yield csvLine(line)
  }

  for (const kind of exportKinds.toReversed()) {
    await addText(recordsPath(kind), linesOf(kind))
    await addText(schemaPath(kind), [
      JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: kind.summary, ...kind.record }, null, 2),
    ])
  }
  if (records.company !== 1 || records.owner !== 1) throw new Error('The company or its owner was not exported')

  const paths = names.paths
  for (const [key, path] of paths) {
    const file = await openStoredFile(store, key, signal)
    if (!file) {
      missing.push(key)
      continue
    }
    // Pictures, videos and office documents are compressed already.
    entries.push({ ...(await zip.add(path, file, { compress: false, at })), key })
  }

  await addText('tables/customers.csv', customerTable())
  const posts = shown.tasks.flatMap(({ post }) => post ?? [])
  await addText('tables/posts.csv', tableOf(postColumns, postLines(posts)))
  await addText('tables/campaigns.csv', tableOf(campaignColumns, campaignLines(shown.campaigns, shown.dispatches)))
  const months = Map.groupBy(shown.tasks, monthOf)
  for (const [month, tasks] of months) await addText(monthPath(month), monthPage(month, tasks, paths))
  await addText(
    POSTS_PAGE,
    postsPage(posts, paths, (day) => monthPath(day.slice(0, 7))),
  )
  const reports = shown.reports.toSorted((one, other) => other.month.localeCompare(one.month) || other.number - one.number)
  for (const report of reports) await addText(reportPath(report), reportPage(report))
  await addText(DOCUMENTS_PAGE, documentsPage(shown.documents, paths))
  await addText(CUSTOMERS_PAGE, customersPage(customers()))
  await addText(CAMPAIGNS_PAGE, campaignsPage(shown.campaigns, shown.dispatches))
  const overview = {
    companyName,
    at,
    months: new Map([...months].map(([month, tasks]) => [month, tasks.length])),
    posts: posts.length,
    reports,
    documents: shown.documents.length,
    customers: records[exportedCustomers.name] ?? 0,
    campaigns: shown.campaigns.length,
  }
  await addText('index.html', overviewPage(overview))

  const times = { startedAt: at.toISOString(), finishedAt: now().toISOString() }
  const manifest: ExportManifest = { format: EXPORT_FORMAT, companyId, ownerId, companyName, ...times, records, missing, files: entries }
  async function* manifestText() {
    yield JSON.stringify(manifest)
  }
  await zip.add(MANIFEST_NAME, manifestText(), { compress: true, at })
  zip.end()
  return { records: Object.values(records).reduce((sum, count) => sum + count, 0), files: paths.size - missing.length }
}
