import type { ReactNode } from 'react'
import { Card } from '../../../shared/ui/Card.tsx'
import styles from './ArtCard.module.css'

interface ArtCardProps {
  className: string | undefined
  /** Class of the content: the drawing, and the text below or beside it, depending on the width of the card. */
  sides: string | undefined
  children: ReactNode
}

/** A card with a drawing that extends to its edges, and a text. */
export function ArtCard({ className, sides, children }: ArtCardProps) {
  return (
    <Card className={`${styles.card} ${className ?? ''}`}>
      <div className={`${styles.sides} ${sides ?? ''}`}>{children}</div>
    </Card>
  )
}
