import { Check } from 'lucide-react'
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
          <Corner />
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

/** The front's corner, folded up: there is a back. */
function Corner() {
  return (
    <svg className={styles.corner} viewBox="0 0 48 48" aria-hidden="true">
      <path className={styles.under} d="M48 0v48H0z" />
      <path className={styles.fold} d="M48 0 0 48V12A12 12 0 0 1 12 0z" />
    </svg>
  )
}
