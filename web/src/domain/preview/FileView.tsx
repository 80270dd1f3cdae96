import { formatSize } from '@app/contracts/format/file-size.ts'
import type { PreviewFile } from '@app/contracts/http/previews.ts'
import { Maximize2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../../shared/ui/Button.tsx'
import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { AddNote } from '../preview-notes/AddNote.tsx'
import { NotesOver } from '../preview-notes/NotesOver.tsx'
import { MIDDLE, picturePlace } from '../preview-notes/note-place.ts'
import { useNotesOnPreview } from '../preview-notes/notes-context.ts'
import styles from './FileView.module.css'
import { altOf } from './file-label.ts'
import { MarksOver, usePreviewMarks } from './PreviewMarks.tsx'
import { useIsAnimated } from './use-is-animated.ts'

// Loaded on demand, because most files are pictures.
const VideoNotes = lazyPart(() => import('../preview-notes/VideoNotes.tsx'), { missing: () => null })
const FullPicture = lazyPart(() => import('./FullPicture.tsx'), { missing: PanelMissing })
const PdfViewer = lazyPart(() => import('./PdfViewer.tsx'), { missing: PanelMissing })

interface FileViewProps {
  file: PreviewFile
  /** 1 for the first file of the preview. */
  position: number
  label: string
}

/** A file of a preview: a picture that opens in full size, a video player, or the first page of a PDF file with a button. */
export function FileView(props: FileViewProps) {
  const { kind } = props.file
  if (kind === 'image') return <PictureView {...props} />
  if (kind === 'video') return <VideoView {...props} />
  return <PdfView {...props} />
}

/** Returns attributes and style that reserve the space of a picture before it is loaded. */
function sizeOf({ width, height }: PreviewFile) {
  if (!width || !height) return {}
  return { width, height, style: { '--width': width, '--ratio': width / height } }
}

/**
 * A picture, which can be opened in full size. If the preview is shown with notes, a press on the picture writes a note. With notes or
 * marks, a button in the corner opens the full size.
 */
function PictureView({ file, position, label }: FileViewProps) {
  const pictureId = useId()
  const [isOpen, setOpen] = useState(false)
  const hasNotes = useNotesOnPreview() !== undefined
  const hasMarks = usePreviewMarks() !== undefined
  const isAnimated = useIsAnimated(file)
  const size = sizeOf(file)
  const openLabel = `${label}: open in full size`
  const picture = (
    <picture>
      {/* If the user prefers reduced motion, the JPEG is shown. It contains only the first frame. */}
      {isAnimated && <source srcSet={file.url} media="(prefers-reduced-motion: no-preference)" />}
      <img id={pictureId} className={styles.media} src={file.display ?? file.url} alt={altOf(file, label)} {...size} />
    </picture>
  )
  return (
    <div>
      <div className={styles.stage}>
        {hasNotes || hasMarks ? (
          <>
            <div className={styles.noted} style={size.style} data-sized={size.width && ''}>
              {picture}
              {/* Pins of notes are above the marks. */}
              <MarksOver filePosition={position} surface="page" />
              <NotesOver filePosition={position} surface="page" onOpen={() => setOpen(true)} />
            </div>
            <IconButton className={styles.full} label={openLabel} icon={<Maximize2 />} onClick={() => setOpen(true)} />
          </>
        ) : (
          // Screen readers do not read pictures in a button, so the alternative text describes the button.
          <button
            type="button"
            className={styles.opener}
            aria-label={openLabel}
            aria-describedby={file.alternativeText ? pictureId : undefined}
            onClick={() => setOpen(true)}
          >
            {picture}
          </button>
        )}
        {isOpen && <FullPicture file={file} position={position} label={label} onClose={() => setOpen(false)} />}
      </div>
      <div className={styles.below}>
        <AddNote
          filePosition={position}
          surface="page"
          isAimed
          place={() => picturePlace(position, null, MIDDLE)}
          label={`Add a note to ${label}`}
        >
          Add a note
        </AddNote>
      </div>
    </div>
  )
}

function VideoView({ file, position, label }: FileViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const hasNotes = useNotesOnPreview() !== undefined
  const [isUnplayable, setUnplayable] = useState(false)
  return (
    <div>
      <div className={styles.stage}>
        <video
          ref={video}
          className={`${styles.media} ${styles.video}`}
          src={file.url}
          poster={file.display ?? file.poster ?? undefined}
          aria-label={altOf(file, label)}
          controls
          // Without a poster, the admin's browser could not play the video. So this browser tries before the owner presses Play.
          preload={file.poster ? 'none' : 'metadata'}
          playsInline
          onError={() => setUnplayable(true)}
          // A browser that can only play the sound shows no picture.
          onLoadedMetadata={({ currentTarget }) => setUnplayable(currentTarget.videoWidth === 0)}
          {...sizeOf(file)}
        />
      </div>
      {isUnplayable && (
        <p className={styles.unplayable} role="status">
          This browser can’t play this video.{' '}
          <a href={file.url} download>
            Download it
          </a>{' '}
          to watch it before you decide.
        </p>
      )}
      {hasNotes && <VideoNotes filePosition={position} video={video} />}
    </div>
  )
}

function PdfView({ file, position, label }: FileViewProps) {
  const mode = useNotesOnPreview()?.mode
  const [isOpen, setOpen] = useState(false)
  const poster = file.display ?? file.poster
  const size = sizeOf(file)
  const wantsViewer = useOpensViewer(position)
  // A note on a page, chosen in the list or restored from a draft, is shown in the viewer. `mode` is a new object at each choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing the viewer must not open it again
  useEffect(() => {
    if (wantsViewer) setOpen(true)
  }, [mode])

  return (
    <div>
      {poster && (
        <div className={styles.stage}>
          <div className={styles.noted} style={size.style} data-sized={size.width && ''}>
            <img className={styles.media} src={poster} alt={altOf(file, `First page of ${label}`)} {...size} />
            <MarksOver filePosition={position} page={1} surface="page" />
          </div>
        </div>
      )}
      <div className={`${styles.below} ${styles.open}`}>
        <Button tone="quiet" onClick={() => setOpen(true)} aria-label={`Open ${label}`}>
          Open PDF
        </Button>
        <span className={styles.size}>{formatSize(file.bytes)}</span>
      </div>
      {isOpen && <PdfViewer file={file} position={position} label={label} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Whether a note of this PDF file must be shown in the viewer. */
function useOpensViewer(position: number): boolean {
  const notes = useNotesOnPreview()
  if (!notes) return false
  const { mode, source } = notes
  if (mode.kind === 'writing') return mode.surface === 'viewer' && mode.place.filePosition === position
  if (mode.kind !== 'reading' || mode.surface !== 'viewer') return false
  return Boolean(source.notes?.some(({ _id, filePosition }) => _id === mode.noteId && filePosition === position))
}
