import type { PreviewFile } from '@app/contracts/http/previews.ts'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../shared/ui/Button.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { AddNote } from '../preview-notes/AddNote.tsx'
import { NotesOver } from '../preview-notes/NotesOver.tsx'
import { MIDDLE, picturePlace, type Turns } from '../preview-notes/note-place.ts'
import styles from './FullPicture.module.css'
import { altOf } from './file-label.ts'
import { MarksOver } from './PreviewMarks.tsx'
import { useZoom } from './use-zoom.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

interface FullPictureProps {
  file: PreviewFile
  /** 1 for the first file of the preview. */
  position: number
  label: string
  onClose: () => void
}

const ZOOM = { min: 100, max: 500 }

/** A dialog with the picture as it was uploaded. The picture can be zoomed and rotated. */
export default function FullPicture({ file, position, label, onClose }: FullPictureProps) {
  const zoom = useZoom(ZOOM)
  const [turns, setTurns] = useState<Turns>(0)
  const [size, setSize] = useState({ width: file.width ?? 1, height: file.height ?? 1 })
  const isUpright = turns % 2 === 0
  const shown = isUpright ? size : { width: size.height, height: size.width }

  return (
    <Dialog title={label} wide onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys work on all controls of the viewer */}
      <div className={styles.viewer} onKeyDown={zoom.byKey}>
        <div className={styles.bar}>
          <ZoomButtons zoom={zoom} fitLabel="fit" />
          <IconButton label="Rotate right" icon={<RotateCw />} onClick={() => setTurns(((turns + 1) % 4) as Turns)} />
          <AddNote filePosition={position} surface="viewer" isAimed place={() => picturePlace(position, null, MIDDLE)}>
            Add a note
          </AddNote>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach the scrollable picture */}
        <section className={styles.scroller} tabIndex={0} aria-label={`${label}, scrollable`}>
          <div
            className={styles.frame}
            style={{ '--zoom': zoom.percent / 100, '--width': shown.width, '--ratio': shown.width / shown.height }}
          >
            <img
              className={styles.picture}
              src={file.url}
              alt={altOf(file, `${label} in full size`)}
              style={{ '--size': isUpright ? 1 : size.width / size.height, rotate: `${turns * 90}deg` }}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
            />
            {turns === 0 && <MarksOver filePosition={position} surface="viewer" />}
            <NotesOver filePosition={position} surface="viewer" turns={turns} />
          </div>
        </section>
      </div>
    </Dialog>
  )
}
