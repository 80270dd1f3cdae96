import type { PreviewFile } from '@app/contracts/http/previews.ts'
import { useState } from 'react'
import { ZoomButtons } from '../ZoomButtons.tsx'
import { shownUrl } from './compared-files.ts'
import { ZOOM_MIN } from './joint-view.ts'
import styles from './SideBySide.module.css'
import { useJointView } from './use-joint-view.ts'

interface SideBySideProps {
  before: PreviewFile
  after: PreviewFile
  names: { before: string; after: string }
}

/** Two pictures side by side, or one above the other on a phone. Both pictures are always zoomed and moved together. */
export function SideBySide({ before, after, names }: SideBySideProps) {
  const { view, zoom, stage, ofFrame, onKeyDown } = useJointView()
  const [isDetailed, setDetailed] = useState(false)
  // The uploaded pictures are large, so they are loaded only when the user zooms in.
  if (view.zoom > ZOOM_MIN && !isDetailed) setDetailed(true)
  const pictures = [
    { file: before, name: names.before },
    { file: after, name: names.after },
  ]
  const ratio = frameRatio(before, after)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the zoom keys work on the pictures and on the buttons
    <div className={styles.sideBySide} onKeyDown={onKeyDown}>
      <div className={styles.bar}>
        <ZoomButtons zoom={zoom} fitLabel="fit to frame" />
        <p className={styles.hint}>
          Drag to move. To zoom, use two fingers<span className={styles.pointerOnly}>, Ctrl and the mouse wheel, or the keys + and −</span>.
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div
        ref={stage}
        className={styles.stage}
        role="group"
        aria-label="Pictures side by side. The arrow keys move both after you zoom in."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach the pictures, to move them
        tabIndex={0}
        data-sized={ratio && ''}
        data-zoomed={view.zoom > ZOOM_MIN || undefined}
        style={{ '--ratio': ratio, '--zoom': view.zoom, '--x': `${view.x * 100}%`, '--y': `${view.y * 100}%` }}
      >
        {pictures.map(({ file, name }) => (
          <figure key={name} className={styles.figure}>
            <figcaption className={styles.name}>{name}</figcaption>
            <div className={styles.frame} data-frame="" {...ofFrame}>
              <img className={styles.picture} src={isDetailed ? detailedUrl(file) : shownUrl(file)} alt={name} draggable={false} />
            </div>
          </figure>
        ))}
      </div>
    </div>
  )
}

/** Returns the width of a frame that fits both pictures, as a multiple of its height. Undefined if a size is not known. */
function frameRatio(...files: readonly PreviewFile[]): number | undefined {
  const ratios = files.flatMap(({ width, height }) => (width && height ? [width / height] : []))
  return ratios.length === files.length ? Math.min(...ratios) : undefined
}

/** Returns the URL of the uploaded picture. An animated GIF stays the picture of its first frame. */
const detailedUrl = (file: PreviewFile): string => (file.mediaType === 'image/gif' ? shownUrl(file) : file.url)
