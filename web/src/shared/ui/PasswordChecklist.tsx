import { Check, Circle } from 'lucide-react'
import styles from './PasswordChecklist.module.css'

interface PasswordChecklistProps {
  /** What `checkPassword` of the contracts answers. */
  rules: readonly { id: string; label: string; met: boolean }[]
}

export function PasswordChecklist({ rules }: PasswordChecklistProps) {
  return (
    <ul className={styles.list} aria-label="Password requirements">
      {rules.map(({ id, label, met }) => (
        <li key={id} className={styles.rule} data-met={met}>
          {met ? <Check aria-label="Met:" /> : <Circle aria-label="Not met yet:" />}
          {label}
        </li>
      ))}
    </ul>
  )
}
