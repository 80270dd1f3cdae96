import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { typeNames } from '../../domain/document/documents.ts'
import { photoField } from '../../domain/photo/photo-field.ts'
import { SendPhotos } from '../../domain/photo/photo-parts.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { ChecklistDrawing, FirstTaskDrawing } from '../../shared/ui/drawings-of-empty-lists.tsx'
import { refusalOf } from '../../shared/ui/files.ts'
import { LoadedRow } from '../../shared/ui/LoadedRow.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../shared/ui/lazy-part.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { PageDrop } from '../../shared/ui/PageDrop.tsx'
import { EmptyState, StaleNotice } from '../../shared/ui/states.tsx'
import { useKeptScroll } from '../../shared/ui/use-kept-scroll.ts'
import { useOverlay } from '../../shared/ui/use-overlay.ts'
import { useSearch } from '../../shared/ui/use-search.ts'
import { useSearchTermInUrl, useSyncSearchToUrl } from '../../shared/ui/use-search-in-url.ts'
import { useDocuments } from './api.ts'
import { DocumentCard } from './components/DocumentCard.tsx'
import styles from './Documents.module.css'
import { UploadDocument } from './upload/upload-parts.ts'

// Each panel has its own bundle, because the form is a large part of the page's size.
const DocumentDetail = lazyPart(() => import('./components/DocumentDetail.tsx'), { missing: PanelMissing })
const panels = [UploadDocument, DocumentDetail, SendPhotos]
const SentPhotos = lazyPart(async () => ({ default: (await import('../../domain/photo/SentPhotos.tsx')).SentPhotos }))
// The search box is loaded on demand, because few companies have enough documents to search.
const SearchBox = lazyPart(() => import('../../shared/ui/SearchBox.tsx'))

// The table is loaded on demand, too. Few companies have enough documents for a table.
const AllDocuments = lazyPart(() => import('./components/AllDocuments.tsx'))

/** If a company has more documents than this, the screen has a search box and a table of all documents. */
const MANY = 8
/** Maximum number of cards in each row. A row shows only the newest documents. */
const CARDS_MAX = 8
const FAILURE = 'Error loading documents'

/** The values of `?show=`, which name the open panel. */
type Shown = 'new' | 'photos' | `document-${number}`

const textOf = ({ DocId, title, description, fileName, documentType }: Document) =>
  [`#${DocId}`, title, description, fileName, typeNames[documentType]].join(' ')

const none: Document[] = []

export default function Documents({ profile }: { profile: CompanyProfile }) {
  const documents = useDocuments(profile._id)
  const all = documents.data ?? none
  const search = useSearch(all, textOf, { initial: useSearchTermInUrl() })
  useSyncSearchToUrl(search)
  useKeptScroll(documents.data !== undefined)
  const overlay = useOverlay(['show'])
  const shown = overlay.search.get('show')
  useLoadedWhenIdle(panels)

  useEffect(() => {
    if (documents.isLoadingError) notify.error(FAILURE)
  }, [documents.isLoadingError])

  const show = (what: Shown) => overlay.open('show', what)

  /** Opens the form for photos if all files are pictures, otherwise the form for documents. */
  async function uploadDropped(files: readonly File[]): Promise<void> {
    if (shown !== 'new' && files.every((file) => refusalOf(file, photoField) === undefined)) return sendDropped(files)
    if (shown !== 'new') show('new')
    const isFormThere = await UploadDocument.load()
    if (isFormThere) (await import('./upload/uploads.ts')).addFiles(files)
  }

  async function sendDropped(files: readonly File[]): Promise<void> {
    show('photos')
    const isFormThere = await SendPhotos.load()
    if (isFormThere) (await import('../../domain/photo/sending.ts')).dropPhotos(files)
  }

  const hasMany = all.length > MANY
  const cardsOf = (found: readonly Document[]) =>
    found
      .slice(0, CARDS_MAX)
      .map((document) => <DocumentCard key={document._id} document={document} onView={() => show(`document-${document.DocId}`)} />)
  const ordinary = search.found.filter(({ DocViewer }) => !DocViewer)
  const training = search.found.filter(({ DocViewer }) => DocViewer)
  const notFound = search.wanted && <EmptyState action={<Button onClick={search.clear}>Clear Search</Button>}>No Search Results</EmptyState>

  return (
    <div className={styles.screen}>
      <header className={styles.header} data-bar="">
        <h1>Document</h1>
        <div className={styles.actions}>
          <Button tone="quiet" icon={<Camera aria-hidden="true" />} onClick={() => show('photos')}>
            Send us photos
          </Button>
          <Button onClick={() => show('new')}>+ Uploade Document</Button>
        </div>
      </header>
      {(hasMany || search.term) && <SearchBox label="Search documents" search={search} />}

      <StaleNotice query={documents} />
      <LoadedRow
        cards="document"
        title="General"
        label="Documents"
        step={350}
        query={documents}
        failure={FAILURE}
        empty={notFound || <EmptyState drawing={<FirstTaskDrawing />}>Click above to add Documents!</EmptyState>}
      >
        {cardsOf(ordinary)}
      </LoadedRow>
      {!documents.isLoadingError && (
        <LoadedRow
          cards="document"
          title="Training Document"
          label="Training documents"
          step={350}
          query={documents}
          failure={FAILURE}
          empty={notFound || <EmptyState drawing={<ChecklistDrawing />}>Click above to add Documents Check it!</EmptyState>}
        >
          {cardsOf(training)}
        </LoadedRow>
      )}

      {hasMany && <AllDocuments documents={search.found} leading={overlay.leading} />}

      <SentPhotos companyProfileId={profile._id} />
      {shown !== 'photos' && <PageDrop onDrop={(files) => void uploadDropped(files)} />}
      {shown === 'new' && <UploadDocument profile={profile} onClose={overlay.close} />}
      {shown === 'photos' && <SendPhotos companyProfileId={profile._id} onClose={overlay.close} />}
      {shown?.startsWith('document-') && (
        <OpenedDocument
          key={shown}
          number={shown.slice('document-'.length)}
          documents={documents}
          onClose={overlay.close}
          onMissing={overlay.drop}
        />
      )}
    </div>
  )
}

interface OpenedDocumentProps {
  number: string
  documents: UseQueryResult<Document[]>
  onClose: () => void
  onMissing: () => void
}

/** Shows the panel of the document that the URL names. The panel stays open when the document is removed. */
function OpenedDocument({ number, documents, onClose, onMissing }: OpenedDocumentProps) {
  const listed = documents.data?.find(({ DocId }) => String(DocId) === number)
  const [seen, setSeen] = useState(listed)
  if (listed && listed !== seen) setSeen(listed)

  const isMissing = !seen && documents.isSuccess && !documents.isFetching
  const showMissing = useEffectEvent(() => {
    notify.error('Document not found')
    onMissing()
  })
  useEffect(() => {
    if (isMissing) showMissing()
  }, [isMissing])

  return seen && <DocumentDetail document={seen} isGone={!listed} onClose={onClose} />
}
