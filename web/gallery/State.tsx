import type { ReactNode } from 'react'
import styles from './Gallery.module.css'

interface StateProps {
  name: string
  children: ReactNode
}

export function State({ name, children }: StateProps) {
  return (
    <div className={styles.state}>
      <h3>{name}</h3>
      {children}
    </div>
  )
}
