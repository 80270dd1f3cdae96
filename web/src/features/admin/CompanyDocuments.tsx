import { formatSize } from '@app/contracts/format/file-size.ts'
import { type Document, openDocument } from '@app/contracts/http/documents.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Info } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { DocumentIcon } from '../../domain/document/DocumentIcon.tsx'
import { DOCUMENTS, loadDocuments, saveFile, typeNames, withDocument } from '../../domain/document/documents.ts'
import { messageOf, unlessOffline } from '../../shared/api/api-error.ts'
import { adminCall, adminCallPage } from '../../shared/api/call.ts'
import { Badge } from '../../shared/ui/Badge.tsx'
import { toast } from '../../shared/ui/notify.tsx'
import { ShowMore, useShowMore } from '../../shared/ui/ShowMore.tsx'
import { RetryNotice, Skeleton, StaleNotice } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './CompanyDocuments.module.css'

const AT_ONCE = 5

const documentsQuery = (companyProfileId: string) =>
  queryOptions({
    queryKey: [DOCUMENTS, companyProfileId],
    queryFn: ({ signal }) => loadDocuments(adminCallPage, companyProfileId, signal),
  })

/** Downloads a document. The server then marks the document as opened for all admins. */
function useOpenDocument() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: Document) => adminCall(openDocument, { params: { id: _id } }),
    onSuccess: ({ data }) => {
      saveFile(data.linkformatedocument)
      queryClient.setQueryData(documentsQuery(data.companyProfileId).queryKey, (list) => list && withDocument(list, data))
    },
    onError: (error) => toast.failed(messageOf(error, 'We couldn’t download the document. Try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [DOCUMENTS] }),
  })
}

interface CompanyDocumentsProps {
  companyProfileId: string
  /** The document with this number gets the focus. The URL contains the number. */
  requested: string | null
}

export function CompanyDocuments({ companyProfileId, requested }: CompanyDocumentsProps) {
  const headingId = useId()
  const documents = useQuery(documentsQuery(companyProfileId))
  const unopened = documents.data?.filter(({ openedAt }) => !openedAt).length

  return (
    <section className={styles.documents} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h3 id={headingId}>Documents</h3>
        {Boolean(unopened) && <Badge tone="pending">{unopened} new</Badge>}
      </div>
      {documents.isPending && (
        <div className={styles.loading} role="status" aria-busy="true" aria-label="Loading documents">
          <Skeleton shape="line" />
          <Skeleton shape="line" />
        </div>
      )}
      {documents.isLoadingError && (
        <RetryNotice
          message={unlessOffline(documents.error, 'Error loading documents')}
          busy={documents.isFetching}
          onRetry={() => void documents.refetch()}
        />
      )}
      <StaleNotice query={documents} />
      {documents.data && <DocumentList documents={documents.data} requested={requested} />}
    </section>
  )
}

function DocumentList({ documents, requested }: { documents: readonly Document[]; requested: string | null }) {
  const open = useOpenDocument()
  const place = documents.findIndex(({ DocId }) => String(DocId) === requested)
  const { some, more } = useShowMore(documents, Math.max(AT_ONCE, place + 1))
  if (documents.length === 0) return <p className={styles.facts}>No documents yet.</p>

  return (
    <>
      <ul className={styles.list}>
        {some.map((document) => (
          <DocumentLine
            key={document._id}
            document={document}
            isRequested={String(document.DocId) === requested}
            onDownload={() => open.mutate(document)}
          />
        ))}
      </ul>
      <ShowMore onMore={more} />
    </>
  )
}

interface DocumentLineProps {
  document: Document
  isRequested: boolean
  onDownload: () => void
}

function DocumentLine({ document, isRequested, onDownload }: DocumentLineProps) {
  const { DocId, title, description, DocViewer, documentType, size, createdAt, note, openedAt, linkformatedocument } = document
  const titleId = useId()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isRequested) link.current?.focus()
  }, [isRequested])

  return (
    <li className={styles.line} data-requested={isRequested || undefined}>
      <DocumentIcon {...document} />
      <div className={styles.words}>
        <p className={styles.title} id={titleId}>
          {title}
        </p>
        <p className={styles.facts}>
          #{DocId} · {DocViewer && 'Training · '}
          {typeNames[documentType]} · {formatSize(size)} · <Time value={createdAt} />
        </p>
        {description && <p className={styles.description}>{description}</p>}
        {note && (
          <p className={styles.note}>
            <Info aria-hidden="true" />
            {note}
          </p>
        )}
      </div>
      {!openedAt && <Badge tone="pending">New</Badge>}
      <a
        ref={link}
        className={styles.download}
        href={linkformatedocument}
        download
        aria-describedby={titleId}
        onClick={(event) => {
          event.preventDefault()
          onDownload()
        }}
      >
        <Download aria-hidden="true" />
        Download
      </a>
    </li>
  )
}
