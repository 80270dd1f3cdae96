import type { PreviewFile } from '@app/contracts/http/previews.ts'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../shared/ui/Button.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { AddNote } from '../preview-notes/AddNote.tsx'
import { MIDDLE, picturePlace } from '../preview-notes/note-place.ts'
import { PdfPage } from './PdfPage.tsx'
import styles from './PdfViewer.module.css'
import { usePdf } from './use-pdf.ts'
import { useZoom } from './use-zoom.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

interface PdfViewerProps {
  file: PreviewFile
  /** 1 for the first file of the preview. */
  position: number
  label: string
  onClose: () => void
}

/** A dialog that shows the pages of a PDF file. */
export default function PdfViewer({ file, position, label, onClose }: PdfViewerProps) {
  const loaded = usePdf(file.url)
  return (
    <Dialog title={label} wide onClose={onClose}>
      {loaded.state === 'loading' && (
        <div role="status" aria-busy="true" aria-label="Loading the PDF">
          <Skeleton shape="block" />
        </div>
      )}
      {loaded.state === 'failed' && (
        <p role="alert">
          We couldn’t show this PDF. Download it to open it on your device:{' '}
          <a href={file.url} download>
            Download PDF
          </a>
        </p>
      )}
      {loaded.state === 'open' && <Pages pdf={loaded.pdf} url={file.url} position={position} label={label} />}
    </Dialog>
  )
}

/** Zoom factors: the width of a page in percent of the width of the scrollable page list. */
const ZOOM = { min: 50, max: 300 }

interface PagesProps {
  pdf: PDFDocumentProxy
  url: string
  position: number
  label: string
}

function Pages({ pdf, url, position, label }: PagesProps) {
  const scroller = useRef<HTMLOListElement>(null)
  const [current, setCurrent] = useState(1)
  const zoom = useZoom(ZOOM)
  const [ratio, setRatio] = useState<number>()

  // Pages that were not loaded yet get the height of the first page.
  useEffect(() => {
    let isMounted = true
    void pdf.getPage(1).then((page) => {
      const { width, height } = page.getViewport({ scale: 1 })
      if (isMounted) setRatio(width / height)
    })
    return () => {
      isMounted = false
    }
  }, [pdf])

  const pages = () => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])]

  /** The current page is the last page that begins above the middle of the visible part of the list. */
  function follow(): void {
    if (!scroller.current) return
    const middle = scroller.current.scrollTop + scroller.current.clientHeight / 2
    const at = pages().findLastIndex(({ offsetTop }) => offsetTop <= middle)
    setCurrent(Math.max(at, 0) + 1)
  }

  function showPage(number: number): void {
    const page = pages()[number - 1]
    if (page) scroller.current?.scrollTo({ top: page.offsetTop })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work on all controls of the viewer
    <div className={styles.viewer} onKeyDown={zoom.byKey}>
      <div className={styles.bar}>
        <div className={styles.pager}>
          <IconButton
            label="Previous page"
            icon={<ChevronUp />}
            aria-disabled={current === 1 || undefined}
            onClick={() => showPage(current - 1)}
          />
          <span className={styles.number} role="status">
            Page {current} of {pdf.numPages}
          </span>
          <IconButton
            label="Next page"
            icon={<ChevronDown />}
            aria-disabled={current === pdf.numPages || undefined}
            onClick={() => showPage(current + 1)}
          />
        </div>
        <ZoomButtons zoom={zoom} fitLabel="fit to width" />
        <AddNote
          filePosition={position}
          surface="viewer"
          isAimed
          place={() => picturePlace(position, current, MIDDLE)}
        >{`Add a note to page ${current}`}</AddNote>
        <a className={styles.download} href={url} download>
          Download
        </a>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach the scrollable pages */}
      <ol ref={scroller} className={styles.pages} aria-label={`Pages of ${label}`} tabIndex={0} onScroll={follow}>
        {ratio !== undefined &&
          Array.from({ length: pdf.numPages }, (_, at) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the number of the page
              key={at}
              pdf={pdf}
              position={position}
              number={at + 1}
              zoom={zoom.percent}
              expectedRatio={ratio}
              scroller={scroller}
            />
          ))}
      </ol>
    </div>
  )
}
