import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import styles from './Select.module.css'

interface SelectProps extends Omit<ComponentProps<'select'>, 'required' | 'children'>, FieldTexts {
  options: readonly { value: string; label: string }[]
}

export function Select({ label, hint, error, required, options, ...select }: SelectProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <div className={styles.box}>
          <select {...select} {...control} className={`${control.className} ${styles.select}`}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={styles.chevron} aria-hidden="true" />
        </div>
      )}
    </FieldFrame>
  )
}
