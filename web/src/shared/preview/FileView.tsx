import { formatSize } from '@app/contracts/format/file-size.ts'
import type { PreviewFile } from '@app/contracts/http/previews.ts'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { PanelMissing } from '../ui/Dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import styles from './FileView.module.css'

const FullPicture = lazyPart(() => import('./FullPicture.tsx'), { missing: PanelMissing })
const PdfViewer = lazyPart(() => import('./PdfViewer.tsx'), { missing: PanelMissing })

interface FileViewProps {
  file: PreviewFile
  label: string
}

/** A file of a preview: a picture that opens in full size, a video player, or the first page of a PDF file with a button. */
export function FileView({ file, label }: FileViewProps) {
  if (file.kind === 'image') return <PictureView file={file} label={label} />
  if (file.kind === 'video') return <VideoView file={file} label={label} />
  return <PdfView file={file} label={label} />
}

/** Returns attributes and style that reserve the space of a picture before it is loaded. */
function sizeOf({ width, height }: PreviewFile) {
  if (!width || !height) return {}
  return { width, height, style: { '--width': width, '--ratio': width / height } }
}

function PictureView({ file, label }: FileViewProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.stage}>
      <button type="button" className={styles.opener} aria-label={`${label}: open in full size`} onClick={() => setOpen(true)}>
        <picture>
          {/* If the user prefers reduced motion, the JPEG is shown. It contains only the first frame of an animated GIF. */}
          {file.mediaType === 'image/gif' && <source srcSet={file.url} media="(prefers-reduced-motion: no-preference)" />}
          <img className={styles.media} src={file.display ?? file.url} alt={label} {...sizeOf(file)} />
        </picture>
      </button>
      {isOpen && <FullPicture file={file} label={label} onClose={() => setOpen(false)} />}
    </div>
  )
}

function VideoView({ file, label }: FileViewProps) {
  return (
    <div className={styles.stage}>
      <video
        className={`${styles.media} ${styles.video}`}
        src={file.url}
        poster={file.display ?? file.poster ?? undefined}
        aria-label={label}
        controls
        preload="none"
        playsInline
        {...sizeOf(file)}
      />
    </div>
  )
}

function PdfView({ file, label }: FileViewProps) {
  const [isOpen, setOpen] = useState(false)
  const poster = file.display ?? file.poster
  return (
    <div className={`${styles.stage} ${styles.pdf}`}>
      {poster && <img className={styles.media} src={poster} alt={`First page of ${label}`} {...sizeOf(file)} />}
      <div className={styles.open}>
        <Button tone="quiet" onClick={() => setOpen(true)} aria-label={`Open ${label}`}>
          Open PDF
        </Button>
        {file.bytes !== null && <span className={styles.size}>{formatSize(file.bytes)}</span>}
      </div>
      {isOpen && <PdfViewer file={file} label={label} onClose={() => setOpen(false)} />}
    </div>
  )
}
