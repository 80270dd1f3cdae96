import type { ComponentProps, ReactNode } from 'react'
import styles from './ChipToggle.module.css'

interface ChipToggleProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
  icon?: ReactNode
}

/** A check box drawn as a chip, for choosing several of a few. */
export function ChipToggle({ label, icon, ...input }: ChipToggleProps) {
  return (
    <label className={styles.chip}>
      <input {...input} className={styles.input} type="checkbox" />
      {icon}
      {label}
    </label>
  )
}
