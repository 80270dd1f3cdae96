import type { ComponentProps } from 'react'
import styles from './Radio.module.css'

/** A radio button inside its label. The label consists of `children` and has the style `className`. */
export const Radio = ({ className, children, ...input }: Omit<ComponentProps<'input'>, 'type'>) => (
  <label className={className}>
    <input {...input} className={styles.radio} type="radio" />
    {children}
  </label>
)
