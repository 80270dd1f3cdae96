import { formatSize } from '@app/contracts/format/file-size.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import { useCallback } from 'react'
import { typeNames } from '../../../domain/document/documents.ts'
import { type Column, DataTable } from '../../../shared/ui/DataTable.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useOrder } from '../../../shared/ui/use-order.ts'
import type { useOverlay } from '../../../shared/ui/use-overlay.ts'

interface AllDocumentsProps {
  /** The documents that the search found, newest first. */
  documents: readonly Document[]
  leading: ReturnType<typeof useOverlay>['leading']
}

/** A table of all documents of a company, for companies with more documents than the rows of cards show. */
export default function AllDocuments({ documents, leading }: AllDocumentsProps) {
  const { rows, order } = useOrder(documents, columns)
  const linkOf = useCallback(({ DocId }: Document) => leading('show', `document-${DocId}`), [leading])
  if (documents.length === 0) return null
  return (
    <Section title="All documents">
      <DataTable dense label="documents" columns={columns} rows={rows} order={order} keyOf={keyOf} linkOf={linkOf} empty={null} />
    </Section>
  )
}

const keyOf = ({ _id }: Document): string => _id

const kindOf = ({ DocViewer }: Document): string => (DocViewer ? 'Training' : 'General')

const columns: readonly Column<Document>[] = [
  { heading: 'Title', share: 3, cell: ({ title }) => title, sortKey: ({ title }) => title },
  { heading: 'Doc id', cell: ({ DocId }) => `#${DocId}`, sortKey: ({ DocId }) => DocId, onNarrow: 'bare' },
  { heading: 'Kind', cell: kindOf, sortKey: kindOf, onNarrow: 'hidden' },
  {
    heading: 'Type',
    cell: ({ documentType }) => typeNames[documentType],
    sortKey: ({ documentType }) => typeNames[documentType],
    onNarrow: 'bare',
  },
  { heading: 'Size', align: 'end', cell: ({ size }) => formatSize(size), sortKey: ({ size }) => size, onNarrow: 'bare' },
  { heading: 'Uploaded', cell: ({ createdAt }) => <Time value={createdAt} />, sortKey: ({ createdAt }) => createdAt, onNarrow: 'rest' },
]
