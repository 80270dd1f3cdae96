import { formatPercent } from '@app/contracts/format/numbers.ts'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import styles from './TaskSheet.module.css'

// The drawing is loaded on demand, because most tasks have a picture.
const InTheMakingDrawing = lazyPart(async () => {
  const { InTheMakingDrawing: Drawing } = await import('../../shared/ui/InTheMakingDrawing.tsx')
  return { default: Drawing }
})

interface TaskSheetProps {
  heading: string
  picture: ReactNode
  facts: ReactNode
}

/** Layout with a large picture on the left and facts on the right; one below the other on narrow screens. */
export function TaskSheet({ heading, picture, facts }: TaskSheetProps) {
  return (
    <div className={styles.container}>
      <div className={styles.sheet}>
        <section className={styles.picture} aria-label={heading}>
          <h3 className={styles.heading}>{heading}</h3>
          {picture}
        </section>
        <div className={styles.facts}>{facts}</div>
      </div>
    </div>
  )
}

interface PreviewPictureProps {
  /** URL of the preview. If it is null, a drawing is shown. */
  src: string | null
  alt: string
  placeholder: string
}

/** A preview, scaled to fit. A click toggles the full size. */
export function PreviewPicture({ src, alt, placeholder }: PreviewPictureProps) {
  const [isFull, setFull] = useState(false)
  if (!src) {
    return (
      <div className={styles.empty}>
        <InTheMakingDrawing />
        <p className={styles.placeholder}>{placeholder}</p>
      </div>
    )
  }
  return (
    <figure className={styles.frame}>
      <div className={isFull ? styles.full : styles.fit}>
        <img src={src} alt={alt} />
      </div>
      <figcaption className={styles.tools}>
        <button type="button" className={styles.zoom} aria-pressed={isFull} onClick={() => setFull(!isFull)}>
          {isFull ? 'Fit' : formatPercent(1)}
        </button>
      </figcaption>
    </figure>
  )
}
