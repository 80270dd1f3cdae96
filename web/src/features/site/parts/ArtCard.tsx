import type { ReactNode } from 'react'
import { Card } from '../../../shared/ui/Card.tsx'
import styles from './ArtCard.module.css'

interface ArtCardProps {
  className: string | undefined
  /** CSS class of the element around `children`, which are a drawing and a text. */
  sides: string | undefined
  children: ReactNode
}

export function ArtCard({ className, sides, children }: ArtCardProps) {
  return (
    <Card className={`${styles.card} ${className ?? ''}`}>
      <div className={`${styles.sides} ${sides ?? ''}`}>{children}</div>
    </Card>
  )
}
