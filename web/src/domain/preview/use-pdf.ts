import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useState } from 'react'
import { openPdf } from './pdf-document.ts'

type LoadedPdf = { state: 'loading' | 'failed' } | { state: 'open'; pdf: PDFDocumentProxy }

/** Downloads and opens a PDF file. The document and its worker are discarded when the component is unmounted. */
export function usePdf(url: string): LoadedPdf {
  const [loaded, setLoaded] = useState<LoadedPdf>({ state: 'loading' })

  useEffect(() => {
    const stop = new AbortController()
    let discard = () => {}
    async function load(): Promise<void> {
      const response = await fetch(url, { signal: stop.signal })
      if (!response.ok) throw new Error(`The file server responded with ${response.status}.`)
      const data = new Uint8Array(await response.arrayBuffer())
      if (stop.signal.aborted) return
      const opening = openPdf(data)
      discard = () => void opening.destroy()
      const pdf = await opening.promise
      if (!stop.signal.aborted) setLoaded({ state: 'open', pdf })
    }
    load().catch(() => {
      if (!stop.signal.aborted) setLoaded({ state: 'failed' })
    })
    return () => {
      stop.abort()
      discard()
    }
  }, [url])

  return loaded
}
