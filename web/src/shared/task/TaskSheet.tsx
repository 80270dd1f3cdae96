import { type ReactNode, useState } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import styles from './TaskSheet.module.css'

// Most tasks have a picture.
const InTheMakingDrawing = lazyPart(async () => {
  const { InTheMakingDrawing: Drawing } = await import('../ui/drawings.tsx')
  return { default: Drawing }
})

interface TaskSheetProps {
  /** Says what the picture is, above it. */
  heading: string
  picture: ReactNode
  facts: ReactNode
}

/** The picture large on the left, what is known on the right; one above the other on narrow screens. */
export function TaskSheet({ heading, picture, facts }: TaskSheetProps) {
  return (
    <div className={styles.sheet}>
      <section className={styles.picture} aria-label={heading}>
        <h3 className={styles.heading}>{heading}</h3>
        {picture}
      </section>
      <div className={styles.facts}>{facts}</div>
    </div>
  )
}

interface PreviewPictureProps {
  /** The picture's address; a drawing stands in while there is none. */
  src: string | null
  alt: string
  /** Said under the drawing. */
  placeholder: string
}

/** A delivered picture, fitted to its place; a click shows it at full size, to be scrolled, and back. */
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
          {isFull ? 'Fit' : '100 %'}
        </button>
      </figcaption>
    </figure>
  )
}
