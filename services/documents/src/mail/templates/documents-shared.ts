import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Draft, LinkedLine } from '@app/chassis/mail/draft.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { formatSize } from '@app/contracts/format/file-size.ts'
import type { DocumentType } from '@app/contracts/rules/documents.ts'

/** The company that shared the documents of an email. */
interface SharingCompany {
  companyProfileId: string
  companyName: string
}

export interface SharedDocument {
  DocId: number
  title: string
  documentType: DocumentType
  /** Whether it is a training document. */
  DocViewer: boolean
  /** In bytes. */
  size: number
}

const typeNames: Record<DocumentType, string> = { pdf: 'PDF', word: 'Word', pptx: 'PowerPoint', excel: 'Excel', blog: 'Text' }

const titleOf = ({ title }: SharedDocument): string => oneLine(title, 200)
const fileOf = ({ documentType, size }: SharedDocument): string => `${typeNames[documentType]}, ${formatSize(size)}`

const kindOf = ({ DocViewer }: SharedDocument): string => (DocViewer ? 'Training document' : 'Regular document')

/** `link` opens the documents of the company. */
const documentUrl = (link: string, { DocId }: SharedDocument): string => `${link}&document=${DocId}`

const singleDocument = (document: SharedDocument, company: string, link: string): Draft => ({
  subject: `New document from ${company}: ${document.title}`,
  preheader: `${kindOf(document)}, ${fileOf(document)}`,
  heading: 'Read the document in the dashboard',
  blocks: [
    {
      kind: 'facts',
      facts: [
        ['Document', `${titleOf(document)} (#${document.DocId})`],
        ['Company', company],
        ['File', fileOf(document)],
        ['Kind', kindOf(document)],
      ],
    },
    { kind: 'text', text: 'Only logged-in admins can open the file.' },
    { kind: 'action', label: 'Open the document', url: documentUrl(link, document) },
  ],
})

/** Maximum number of documents that an email lists. Further documents are only counted. */
const NAMED_MAX = 20

function severalDocuments(documents: readonly SharedDocument[], company: string, link: string): Draft {
  const named = documents.slice(0, NAMED_MAX)
  const more = documents.length - named.length
  const lineOf = (document: SharedDocument): LinkedLine => ({
    text: `${titleOf(document)} (#${document.DocId})`,
    url: documentUrl(link, document),
    notes: [`${fileOf(document)}${document.DocViewer ? ' · training document' : ''}`],
  })
  return {
    subject: `${documents.length} new documents from ${company}`,
    preheader: named.map(titleOf).join(' · '),
    heading: 'Read the documents in the dashboard',
    blocks: [
      { kind: 'links', title: company, lines: named.map(lineOf) },
      ...(more > 0 ? [{ kind: 'text', text: `And ${more} more.` } as const] : []),
      { kind: 'text', text: 'Only logged-in admins can open the files.' },
      { kind: 'action', label: 'See the documents', url: link },
    ],
  }
}

/** The email to the admins about new documents of a company. Each has a link; if there are several, the button opens their list. */
export function documentsShared(
  { companyProfileId, companyName }: SharingCompany,
  documents: readonly [SharedDocument, ...SharedDocument[]],
  publicUrl: string,
): MailContent {
  const company = oneLine(companyName, 100)
  const link = `${publicUrl}/admin/dashboard?tab=companies&company=${companyProfileId}`
  return compose(documents.length === 1 ? singleDocument(documents[0], company, link) : severalDocuments(documents, company, link))
}
