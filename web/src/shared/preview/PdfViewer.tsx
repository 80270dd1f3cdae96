import { formatPercent } from '@app/contracts/format/numbers.ts'
import type { PreviewFile } from '@app/contracts/http/previews.ts'
import { ChevronDown, ChevronUp, Minus, Plus } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton } from '../ui/states.tsx'
import { PdfPage } from './PdfPage.tsx'
import styles from './PdfViewer.module.css'
import { usePdf } from './use-pdf.ts'

interface PdfViewerProps {
  file: PreviewFile
  label: string
  onClose: () => void
}

/** A dialog that shows the pages of a PDF file. */
export default function PdfViewer({ file, label, onClose }: PdfViewerProps) {
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
          This PDF could not be shown. Download it to open it on your device:{' '}
          <a href={file.url} download>
            Download PDF
          </a>
        </p>
      )}
      {loaded.state === 'open' && <Pages pdf={loaded.pdf} url={file.url} label={label} />}
    </Dialog>
  )
}

/** Zoom factors: the width of a page in percent of the width of the scrollable page list. */
const ZOOM_MIN = 50
const ZOOM_MAX = 300
const ZOOM_STEP = 25
const ZOOM_FIT = 100

function Pages({ pdf, url, label }: { pdf: PDFDocumentProxy; url: string; label: string }) {
  const scroller = useRef<HTMLOListElement>(null)
  const [current, setCurrent] = useState(1)
  const [zoom, setZoom] = useState(ZOOM_FIT)
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

  const zoomTo = (percent: number) => setZoom(Math.min(Math.max(percent, ZOOM_MIN), ZOOM_MAX))

  function zoomByKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = { '+': zoom + ZOOM_STEP, '=': zoom + ZOOM_STEP, '-': zoom - ZOOM_STEP, '0': ZOOM_FIT }[event.key]
    if (next !== undefined) zoomTo(next)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work on all controls of the viewer
    <div className={styles.viewer} onKeyDown={zoomByKey}>
      <div className={styles.bar}>
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
        <span className={styles.zoom}>
          <IconButton
            label="Zoom out"
            icon={<Minus />}
            aria-disabled={zoom === ZOOM_MIN || undefined}
            onClick={() => zoomTo(zoom - ZOOM_STEP)}
          />
          <button
            type="button"
            className={styles.fit}
            aria-label={`Zoom ${formatPercent(zoom / 100)}, fit to width`}
            onClick={() => zoomTo(ZOOM_FIT)}
          >
            {formatPercent(zoom / 100)}
          </button>
          <IconButton
            label="Zoom in"
            icon={<Plus />}
            aria-disabled={zoom === ZOOM_MAX || undefined}
            onClick={() => zoomTo(zoom + ZOOM_STEP)}
          />
        </span>
        <a className={styles.download} href={url} download>
          Download
        </a>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach the scrollable pages */}
      <ol ref={scroller} className={styles.pages} aria-label={`Pages of ${label}`} tabIndex={0} onScroll={follow}>
        {ratio !== undefined &&
          Array.from({ length: pdf.numPages }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the number of the page
            <PdfPage key={at} pdf={pdf} number={at + 1} zoom={zoom} expectedRatio={ratio} scroller={scroller} />
          ))}
      </ol>
    </div>
  )
}
