import { type Document, listDocuments } from '@app/contracts/http/documents.ts'
import type { DocumentType } from '@app/contracts/rules/documents.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import type { callPage } from '../../shared/api/call.ts'

/** First part of the query keys of all document lists. Events of the service with this name invalidate these queries. */
export const DOCUMENTS = 'documents'

export const typeNames: Record<DocumentType, string> = { pdf: 'PDF', word: 'Word', pptx: 'PowerPoint', excel: 'Excel', blog: 'Text' }

/** Maximum number of pages to load: 2,000 documents, more than the quota of a company. */
const PAGES_MAX = 10

export async function loadDocuments(askPage: typeof callPage, companyProfileId: string, signal: AbortSignal): Promise<Document[]> {
  const { list } = await allPages(async (cursor) => {
    const { reply, next } = await askPage(listDocuments, { query: { companyProfileId, cursor }, signal })
    return { reply: reply.data, next }
  }, PAGES_MAX)
  return list
}

/** Returns the list with the document replaced. A document that is not in the list is inserted at the start. */
export const withDocument = (list: readonly Document[], document: Document): Document[] =>
  list.some(({ _id }) => _id === document._id) ? list.map((known) => (known._id === document._id ? document : known)) : [document, ...list]

/** Downloads a file without leaving the page, so `beforeunload` handlers do not run. */
export function saveFile(url: string): void {
  Object.assign(document.createElement('a'), { href: url, download: '' }).click()
}
