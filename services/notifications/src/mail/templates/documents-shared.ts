import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Draft, LinkedLine } from '@app/chassis/mail/draft.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DocumentUploaded } from '@app/contracts/events/documents.ts'
import { formatSize } from '@app/contracts/format/file-size.ts'
import type { DocumentType } from '@app/contracts/rules/documents.ts'

/** The data that all events about a document contain. */
export type DocumentEventData = EventData<typeof DocumentUploaded>

const typeNames: Record<DocumentType, string> = { pdf: 'PDF', word: 'Word', pptx: 'PowerPoint', excel: 'Excel', blog: 'Text' }

const titleOf = ({ title }: DocumentEventData): string => oneLine(title, 200)
const fileOf = ({ documentType, size }: DocumentEventData): string => `${typeNames[documentType]}, ${formatSize(size)}`

const kindOf = ({ DocViewer }: DocumentEventData): string => (DocViewer ? 'Training document' : 'Regular document')

/** `link` opens the documents of the company. */
const documentUrl = (link: string, { DocId }: DocumentEventData): string => `${link}&document=${DocId}`

const singleDocument = (fact: DocumentEventData, company: string, link: string): Draft => ({
  subject: `New document from ${company}: ${fact.title}`,
  preheader: `${kindOf(fact)}, ${fileOf(fact)}`,
  heading: 'Read the document in the dashboard',
  blocks: [
    {
      kind: 'facts',
      facts: [
        ['Document', `${titleOf(fact)} (#${fact.DocId})`],
        ['Company', company],
        ['File', fileOf(fact)],
        ['Kind', kindOf(fact)],
      ],
    },
    { kind: 'text', text: 'Only logged-in admins can open the file.' },
    { kind: 'action', label: 'Open the document', url: documentUrl(link, fact) },
  ],
})

/** Maximum number of documents that an email lists. Further documents are only counted. */
const NAMED_MAX = 20

function severalDocuments(facts: readonly DocumentEventData[], company: string, link: string): Draft {
  const named = facts.slice(0, NAMED_MAX)
  const more = facts.length - named.length
  const lineOf = (fact: DocumentEventData): LinkedLine => ({
    text: `${titleOf(fact)} (#${fact.DocId})`,
    url: documentUrl(link, fact),
    notes: [`${fileOf(fact)}${fact.DocViewer ? ' · training document' : ''}`],
  })
  return {
    subject: `${facts.length} new documents from ${company}`,
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

/**
 * The email to the admins about new documents of a company. Each document has a link. If there are several, the button opens the list of
 * the company's documents.
 */
export function documentsShared(facts: readonly [DocumentEventData, ...DocumentEventData[]], publicUrl: string): MailContent {
  const [first] = facts
  const company = oneLine(first.companyName, 100)
  const link = `${publicUrl}/admin/dashboard?tab=companies&company=${first.companyProfileId}`
  return compose(facts.length === 1 ? singleDocument(first, company, link) : severalDocuments(facts, company, link))
}
