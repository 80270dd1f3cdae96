import type { PreviewFile } from '@app/contracts/http/previews.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { IconButton } from '../../shared/ui/Button.tsx'
import styles from './FileGallery.module.css'
import { FileView } from './FileView.tsx'
import { fileLabel } from './file-label.ts'

/** Shows several files side by side in a row that snaps to each file. Arrow keys, swiping and buttons move between files. */
export default function FileGallery({ files }: { files: readonly PreviewFile[] }) {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)

  function show(at: number): void {
    const target = Math.min(Math.max(at, 0), files.length - 1)
    row.current?.scrollTo({ left: target * row.current.clientWidth })
  }

  /** Returns the index of the file at the scroll position. `shown` follows only after the scroll event. */
  const position = () => (row.current ? Math.round(row.current.scrollLeft / row.current.clientWidth) : 0)
  const step = (by: -1 | 1) => show(position() + by)

  function follow(): void {
    const at = position()
    if (at === shown) return
    setShown(at)
    for (const video of row.current?.querySelectorAll('video') ?? []) video.pause()
  }

  function move(event: KeyboardEvent): void {
    // In a video, arrow keys seek.
    if (event.target instanceof HTMLVideoElement) return
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    step(event.key === 'ArrowLeft' ? -1 : 1)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys work on all controls of the gallery
    <div className={styles.gallery} onKeyDown={move}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable row */}
      <ul ref={row} className={styles.row} aria-label="Files" tabIndex={0} onScroll={follow}>
        {files.map((file, at) => (
          <li key={file.url} className={styles.slide}>
            <FileView file={file} position={at + 1} label={fileLabel(file, at, files.length)} />
          </li>
        ))}
      </ul>
      <div className={styles.bar}>
        <IconButton label="Previous file" icon={<ChevronLeft />} aria-disabled={shown === 0 || undefined} onClick={() => step(-1)} />
        <p className={styles.count} role="status">
          {shown + 1} of {files.length}
        </p>
        <IconButton
          label="Next file"
          icon={<ChevronRight />}
          aria-disabled={shown === files.length - 1 || undefined}
          onClick={() => step(1)}
        />
      </div>
      <ul className={styles.strip} aria-label="Go to file">
        {files.map((file, at) => (
          <li key={file.url}>
            <button
              type="button"
              className={styles.thumbnail}
              aria-label={fileLabel(file, at, files.length)}
              aria-current={at === shown || undefined}
              onClick={() => show(at)}
            >
              <Thumbnail file={file} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Thumbnail({ file }: { file: PreviewFile }) {
  const src = file.thumbnail ?? (file.kind === 'image' ? file.url : file.poster)
  return (
    <>
      {src && <img src={src} alt="" width={64} height={64} loading="lazy" decoding="async" />}
      {file.kind !== 'image' && <span className={styles.kind}>{file.kind === 'pdf' ? 'PDF' : 'Video'}</span>}
    </>
  )
}
