import type { ReactNode } from 'react'
import { Card } from '../../../shared/ui/Card.tsx'
import styles from './ArtCard.module.css'

interface ArtCardProps {
  className: string | undefined
  /** Of what lies in the card: the drawing and, under or beside it by the card's own width, the text. */
  sides: string | undefined
  children: ReactNode
}

/** A card that is a drawing to its edges, and a text. */
export function ArtCard({ className, sides, children }: ArtCardProps) {
  return (
    <Card className={`${styles.card} ${className ?? ''}`}>
      <div className={`${styles.sides} ${sides ?? ''}`}>{children}</div>
    </Card>
  )
}
