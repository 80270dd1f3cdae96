import { formatPlaybackTime } from '@app/contracts/format/playback-time.ts'
import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { NotePlace } from '@app/contracts/rules/preview-notes.ts'
import { useState } from 'react'
import styles from './PlaceCrop.module.css'

export type NotedFile = NonNullable<PreviewNote['file']>

interface PlaceCropProps {
  label: string
  file: NotedFile
  place: NotePlace
}

/** The crop shows this part of the width and of the height of the picture. */
const SHOWN = 0.4

/** The part of a picture around the place of a note, with a mark at the place. A video or PDF file is shown with its poster. */
export function PlaceCrop({ label, file, place: { x, y, atMs, page } }: PlaceCropProps) {
  const [ratio, setRatio] = useState(file.width && file.height ? file.width / file.height : 1)
  // The poster is the first page of a PDF file, so points of other pages are not on it.
  const hasPoint = x !== null && y !== null && (page === null || page === 1)
  // Pictures that were delivered before the product made smaller copies have only their own URL.
  const src = file.display ?? (file.kind === 'image' ? file.url : null)
  const part = hasPoint ? SHOWN : 1
  const start = (at: number | null) => (hasPoint ? Math.min(Math.max((at ?? 0) - part / 2, 0), 1 - part) : 0)
  const [left, top] = [start(x), start(y)]
  const percent = (share: number) => `${(share / part) * 100}%`

  return (
    <figure className={styles.crop}>
      <div className={styles.frame} style={{ '--ratio': ratio }}>
        {src ? (
          <img
            className={styles.picture}
            src={src}
            alt={`The place of the note in ${label}`}
            style={{ width: percent(1), left: percent(-left), top: percent(-top) }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
          />
        ) : (
          <p className={styles.none}>No picture</p>
        )}
        {hasPoint && <span className={styles.mark} style={{ left: percent(x - left), top: percent(y - top) }} aria-hidden="true" />}
      </div>
      <figcaption className={styles.label}>
        {label}
        {atMs !== null && ` · at ${formatPlaybackTime(atMs)}`}
        {page !== null && ` · page ${page}`}
      </figcaption>
    </figure>
  )
}
