import { brand } from '@app/contracts/brand.ts'
import { ReviewMiniature } from './ReviewMiniature.tsx'
import styles from './Showcase.module.css'

/** What the product does, in one line and one real screen of it. */
export function Showcase({ className }: { className: string | undefined }) {
  return (
    <aside className={`${styles.showcase} ${className ?? ''}`} aria-label={`About ${brand.name}`}>
      <p className={styles.line}>See every post before the world does. Approve it, or send it back with a note.</p>
      <ReviewMiniature />
    </aside>
  )
}
