import type { ExportSource } from '@app/chassis/exports/exported-table.ts'
import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { internalDataHeaders } from '@app/chassis/keys/internal-data-key.ts'
import type { ServiceName } from '@app/contracts/define.ts'
import type { ExportKind } from '@app/contracts/export/export-kind.ts'
import { exportCustomerRecords } from '@app/contracts/http/export-records.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { withRetries } from './with-retries.ts'

/** Timeout of one page. */
const PAGE_MS = 30_000

export interface ExportedCompany {
  companyId: string
  ownerId: string
}

/** Yields the records of a kind, each as a line of JSON without its line break. */
export type ReadRecords = (kind: ExportKind, of: ExportedCompany, signal: AbortSignal) => AsyncIterable<string>

/** The URLs of the services that own records. */
type ServiceUrls = Readonly<Partial<Record<ServiceName, string>>>

interface Options {
  db: Kysely<Tables>
  source: ExportSource<Tables>
  urls: ServiceUrls
  internalDataKey: string
}

/** Returns the part of the `Link` header that leads to the next page. */
const nextIn = (response: Response): string | undefined => /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]

/**
 * Returns a function that reads records page by page: the company's own from the database, all others from the service that owns them. A
 * failed page is requested again, after the last record of the page before.
 */
export function recordReader({ db, source, urls, internalDataKey }: Options): ReadRecords {
  const headers = internalDataHeaders(internalDataKey)

  async function readPage(url: URL): Promise<{ text: string; next: string | undefined }> {
    const response = await fetchFromService(url, { headers, timeoutMs: PAGE_MS })
    const text = await response.text()
    if (!response.ok) throw new Error(`${url.origin} responded with status ${response.status} to a request for exported records`)
    return { text, next: nextIn(response) }
  }

  async function* fromService({ service, name }: ExportKind, { companyId, ownerId }: ExportedCompany, signal: AbortSignal) {
    const path = exportCustomerRecords.url.replace(':companyProfileId', companyId).replace(':kind', name)
    let next: string | undefined = `${path}?ownerId=${ownerId}`
    while (next !== undefined) {
      const url = new URL(next, urls[service])
      const page = await withRetries(signal, () => readPage(url))
      for (const line of page.text.split('\n')) if (line) yield line
      next = page.next
    }
  }

  async function* own(of: ExportedCompany) {
    for (const { json } of await source.page(db, { ...of, after: undefined, limit: 1 })) yield json
  }

  return (kind, of, signal) => (kind === source.kind ? own(of) : fromService(kind, of, signal))
}
