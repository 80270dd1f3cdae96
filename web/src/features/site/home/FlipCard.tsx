import { Check, RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { Art } from '../parts/Art.tsx'
import styles from './FlipCard.module.css'
import { useTurn } from './use-turn.ts'

interface FlipCardProps {
  title: string
  line: string
  /** The front's drawing, as SVG. */
  art: string
  /** The back. */
  details: readonly string[]
}

/** A card with two faces; hover, focus or a tap shows its back. */
export function FlipCard({ title, line, art, details }: FlipCardProps) {
  const id = useId()
  const { turned, handlers } = useTurn()
  return (
    <li className={styles.card} data-turned={turned}>
      {/* Lies over the whole card and stays where it is while the card turns. */}
      <button
        type="button"
        className={styles.turn}
        aria-expanded={turned}
        aria-controls={`${id}back`}
        aria-labelledby={`${id}title ${id}hint`}
        {...handlers}
      >
        <span id={`${id}hint`} hidden>
          Turn the card for details
        </span>
      </button>
      <div className={styles.sheet}>
        <div className={`${styles.face} ${styles.front}`}>
          <Art svg={art} className={styles.art} />
          <h3 id={`${id}title`} className={styles.title}>
            {title}
          </h3>
          <p className={styles.line}>{line}</p>
          <RefreshCw className={styles.mark} aria-hidden="true" />
        </div>
        <div id={`${id}back`} className={`${styles.face} ${styles.back}`}>
          <p className={styles.title} aria-hidden="true">
            {title}
          </p>
          <ul className={styles.details}>
            {details.map((detail) => (
              <li key={detail} className={styles.detail}>
                <Check aria-hidden="true" />
                {detail}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </li>
  )
}
