import type { Readable } from 'node:stream'
import { currentLocale } from '@app/contracts/format/locale.ts'
import type { MonthlyReport } from '@app/contracts/http/monthly-reports.ts'
import { lookOf } from './pdf/look.ts'
import { Sheet } from './pdf/sheet.ts'
import { TaggedDocument } from './pdf/tagged-document.ts'
import { addCampaigns, addContent, addCustomers, addPlanned } from './sections/add-figures.ts'
import { addOpening, titleOf } from './sections/add-opening.ts'
import { addPosts, type ReadThumbnail } from './sections/add-posts.ts'

export interface ReportInput {
  report: MonthlyReport
  /** Name of the agency that did the work. */
  agency: string
  /** The company's main color as #rrggbb. */
  color?: string | undefined
  /** The file of the company's logo, in any format. */
  logo?: Uint8Array | undefined
  readThumbnail: ReadThumbnail
}

/**
 * Writes a monthly report as a tagged PDF file (PDF/UA-1, letter size). The same input gives the same bytes. Nothing is downloaded. If
 * `readThumbnail` rejects, the stream emits the error.
 */
export function writeReportPdf(input: ReportInput): Readable {
  const { report, agency, color } = input
  const document = new TaggedDocument({
    // Readers trim the title in the metadata.
    title: `${titleOf(report)}: ${report.companyName}`.trim(),
    author: agency,
    language: currentLocale(),
    createdAt: new Date(report.preparedAt),
  })
  addReport(new Sheet(document, lookOf(color)), input).then(
    () => document.end(),
    (error: Error) => document.destroy(error),
  )
  return document
}

async function addReport(sheet: Sheet, { report, agency, logo, readThumbnail }: ReportInput): Promise<void> {
  await addOpening(sheet, report, agency, logo)
  addContent(sheet, report)
  await addPosts(sheet, report, readThumbnail)
  addCampaigns(sheet, report)
  addCustomers(sheet, report)
  addPlanned(sheet, report)
  sheet.document.root.end()
  sheet.drawFooters(`${report.companyName} · ${titleOf(report)}`)
}
