import { AppError, RETRY_AFTER_SECONDS, UNAVAILABLE } from '@app/chassis/http/errors.ts'
import { isMissing } from '@app/chassis/storage/measured-client.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { brand } from '@app/contracts/brand.ts'
import { IMAGE_MAX_BYTES } from '@app/contracts/primitives.ts'
import { drawReport, type ReportPictures } from '@app/report-pdf/job-process/draw-report.ts'
import type { TasksDeps } from '../deps.ts'
import type { ReportRow } from './report.repository.ts'
import { toReport } from './to-report.ts'

/** Thumbnails are JPEGs of up to 320 x 640 pixels, so a larger file is none. */
const THUMBNAIL_MAX_BYTES = 512 * 1024
/** Number of files that are read at the same time. */
const CONCURRENCY = 8
const READ_LIMIT_MS = 10_000

/** Returns a file. Undefined if it is missing or larger than it may be. */
async function readFile(store: ObjectStore, key: string, bytesMax: number): Promise<Buffer | undefined> {
  try {
    const file = await store.read(key, 0, bytesMax + 1)
    return file.length > bytesMax ? undefined : file
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Reads the thumbnails of a report, and the company's logo. Throws a 503 if the store does not respond in time. */
async function readPictures(store: ObjectStore, row: ReportRow, logoUrl: string | null, end: AbortSignal): Promise<ReportPictures> {
  const late = AbortSignal.timeout(READ_LIMIT_MS)
  const logoKey = logoUrl === null ? undefined : store.keyOf(logoUrl)
  const logo = logoKey === undefined ? undefined : await readFile(store, logoKey, IMAGE_MAX_BYTES)
  const wanted = row.figures.posts.listed.flatMap(({ taskId, thumbnail }) => (thumbnail ? [{ taskId, key: thumbnail.key }] : []))
  const thumbnails = new Map<string, Buffer>()
  for (let at = 0; at < wanted.length; at += CONCURRENCY) {
    end.throwIfAborted()
    if (late.aborted) throw new AppError('unavailable', 'unavailable', UNAVAILABLE, { retryAfter: RETRY_AFTER_SECONDS })
    const read = wanted.slice(at, at + CONCURRENCY).map(async ({ taskId, key }) => {
      const file = await readFile(store, key, THUMBNAIL_MAX_BYTES)
      if (file) thumbnails.set(taskId, file)
    })
    await Promise.all(read)
  }
  return { logo, thumbnails }
}

interface Asked {
  caller: string
  /** The end of the request. */
  signal: AbortSignal
}

/**
 * Writes a report as a PDF file, with the logo and the color that the company has now. It is not stored: a report is downloaded a few times
 * only, and its figures and pictures don't change.
 */
export async function reportPdf({ db, store }: TasksDeps, row: ReportRow, { caller, signal }: Asked): Promise<Buffer> {
  const { profile } = await db.selectFrom('company').select('profile').where('id', '=', row.companyProfileId).executeTakeFirstOrThrow()
  return drawReport({
    report: toReport(row, store.publicUrl),
    agency: brand.name,
    color: profile.color1 || undefined,
    readPictures: () => readPictures(store, row, profile.logo, signal),
    caller,
    signal,
  })
}
