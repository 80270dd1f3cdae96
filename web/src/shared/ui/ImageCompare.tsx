import { useState } from 'react'
import styles from './ImageCompare.module.css'

interface Version {
  src: string
  label: string
}

/** Two versions of a picture on top of each other. A slider moves the edge between them. */
export function ImageCompare({ before, after }: { before: Version; after: Version }) {
  const [edge, setEdge] = useState(50)
  return (
    <figure className={styles.compare} style={{ '--edge': `${edge}%` }}>
      <figcaption className={styles.labels}>
        <span>{before.label}</span>
        <span>{after.label}</span>
      </figcaption>
      <div className={styles.stage}>
        <img className={styles.picture} src={after.src} alt={after.label} />
        <img className={`${styles.picture} ${styles.before}`} src={before.src} alt={before.label} />
        <span className={styles.edge} aria-hidden="true" />
        <input
          className={styles.slider}
          type="range"
          min={0}
          max={100}
          value={edge}
          aria-label={`Compare: ${before.label} to the left, ${after.label} to the right`}
          onChange={(event) => setEdge(event.currentTarget.valueAsNumber)}
        />
      </div>
    </figure>
  )
}
