import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { NotesOver } from '../preview-notes/NotesOver.tsx'
import styles from './PdfViewer.module.css'
import { MarksOver } from './PreviewMarks.tsx'
import { drawPage, scaleFor, textOf } from './pdf-document.ts'

interface PdfPageProps {
  pdf: PDFDocumentProxy
  /** 1 for the first file of the preview. */
  position: number
  number: number
  /** Width in percent of the scroller. */
  zoom: number
  /** Expected width divided by height. Used until the page is loaded. */
  expectedRatio: number
  scroller: RefObject<HTMLElement | null>
}

/** Canvases exist only for pages within one window height of the visible pages, so that long documents need little memory. */
const NEAR = '100% 0px'
/** A higher resolution would need much memory and looks the same. */
const PIXEL_RATIO_MAX = 2

export function PdfPage({ pdf, position, number, zoom, expectedRatio, scroller }: PdfPageProps) {
  const frame = useRef<HTMLLIElement>(null)
  const [isNear, setNear] = useState(false)
  const [ratio, setRatio] = useState(expectedRatio)

  useEffect(() => {
    if (!frame.current) return
    const observer = new IntersectionObserver((changes) => setNear(changes.at(-1)?.isIntersecting ?? false), {
      root: scroller.current,
      rootMargin: NEAR,
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [scroller])

  return (
    <li ref={frame} data-page={number} className={styles.page} style={{ '--zoom': `${zoom}%`, '--ratio': ratio }}>
      {isNear && <Drawing pdf={pdf} number={number} zoom={zoom} onRatio={setRatio} />}
      <MarksOver filePosition={position} page={number} surface="viewer" />
      <NotesOver filePosition={position} page={number} surface="viewer" />
    </li>
  )
}

interface DrawingProps extends Pick<PdfPageProps, 'pdf' | 'number' | 'zoom'> {
  onRatio: (ratio: number) => void
}

function Drawing({ pdf, number, zoom, onRatio }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  const [hasFailed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a zoom changes the width of the canvas, so the page is drawn again
  useEffect(() => {
    let isMounted = true
    let cancel = () => {}
    async function draw(): Promise<void> {
      const page = await pdf.getPage(number)
      if (!isMounted || !canvas.current) return
      const { width, height } = page.getViewport({ scale: 1 })
      onRatio(width / height)
      const pixels = canvas.current.clientWidth * Math.min(window.devicePixelRatio, PIXEL_RATIO_MAX)
      const drawing = drawPage(page, canvas.current, scaleFor(page, pixels))
      cancel = () => drawing.cancel()
      await drawing.promise
      const words = await textOf(page)
      if (isMounted) setText(words)
    }
    draw().catch(() => {
      if (isMounted) setFailed(true)
    })
    return () => {
      isMounted = false
      cancel()
    }
  }, [pdf, number, zoom])

  return (
    <>
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={`Page ${number}`} />
      {text && <p className="visually-hidden">{text}</p>}
      {hasFailed && <p className={styles.failed}>We couldn’t show page {number}.</p>}
    </>
  )
}
