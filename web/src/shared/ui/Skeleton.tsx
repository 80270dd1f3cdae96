import styles from './Skeleton.module.css'

interface SkeletonProps {
  shape: 'line' | 'title' | 'block' | 'card' | 'circle'
}

/** The shape of what comes. Put `aria-busy` and a label on what holds it; the shapes themselves are silent. */
export function Skeleton({ shape }: SkeletonProps) {
  return <span className={`${styles.skeleton} ${styles[shape]}`} aria-hidden="true" />
}
