import { type Document, listDocuments } from '@app/contracts/http/documents.ts'
import type { DocumentType } from '@app/contracts/rules/documents.ts'
import { allPages } from '../api/all-pages.ts'
import type { callPage } from '../api/call.ts'

/** What lists of documents are kept under, of whichever company: the service's name, by whose events the pages have them loaded again. */
export const DOCUMENTS = 'documents'

/** What each type is called where people read it. */
export const typeNames: Record<DocumentType, string> = { pdf: 'PDF', word: 'Word', pptx: 'PowerPoint', excel: 'Excel', blog: 'Text' }

/** 2,000 documents: more than a company's share holds. */
const PAGES_MAX = 10

/** A company's documents, newest first, as the owner or an admin asks for them. */
export async function loadDocuments(askPage: typeof callPage, companyProfileId: string, signal: AbortSignal): Promise<Document[]> {
  const { list } = await allPages(async (cursor) => {
    const { reply, next } = await askPage(listDocuments, { query: { companyProfileId, cursor }, signal })
    return { reply: reply.data, next }
  }, PAGES_MAX)
  return list
}

/** The same list with a document as it is now; a new one stands first. */
export const withDocument = (list: readonly Document[], document: Document): Document[] =>
  list.some(({ _id }) => _id === document._id) ? list.map((known) => (known._id === document._id ? document : known)) : [document, ...list]

/** Has the browser download a file of ours. The page stays, and asks nobody whether it may go. */
export function saveFile(address: string): void {
  Object.assign(document.createElement('a'), { href: address, download: '' }).click()
}
