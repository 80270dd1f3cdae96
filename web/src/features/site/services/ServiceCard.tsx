import { Art } from '../parts/Art.tsx'
import { ArtCard } from '../parts/ArtCard.tsx'
import { CheckList } from './CheckList.tsx'
import styles from './ServiceCard.module.css'
import type { services } from './services.ts'

/** One service: what it looks like, what happens, what the customer gets. */
export function ServiceCard({ service }: { service: (typeof services)[number] }) {
  return (
    <ArtCard className={styles.card} sides={styles.sides}>
      <Art svg={service.drawing} label={service.shows} className={styles.drawing} />
      <div className={styles.text}>
        <h3 className={styles.name}>{service.name}</h3>
        <p>{service.text}</p>
        <CheckList items={service.items} />
      </div>
    </ArtCard>
  )
}
