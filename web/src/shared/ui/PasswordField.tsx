import { Check, Circle, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from './Button.tsx'
import { FieldFrame, type FieldTexts } from './Field.tsx'
import styles from './PasswordField.module.css'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'required' | 'type'> & FieldTexts

export function PasswordField({ label, hint, error, required, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <div className={styles.box}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            className={`${control.className} ${styles.input}`}
            type={shown ? 'text' : 'password'}
          />
          <IconButton
            className={styles.toggle}
            label={shown ? 'Hide password' : 'Show password'}
            icon={shown ? <EyeOff /> : <Eye />}
            disabled={input.disabled}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </FieldFrame>
  )
}

interface PasswordChecklistProps {
  /** The result of `checkPassword` of the contracts. */
  rules: readonly { id: string; label: string; met: boolean }[]
}

export function PasswordChecklist({ rules }: PasswordChecklistProps) {
  return (
    <ul className={styles.rules} aria-label="Password requirements">
      {rules.map(({ id, label, met }) => (
        <li key={id} className={styles.rule} data-met={met}>
          {met ? <Check aria-label="Met:" /> : <Circle aria-label="Not met yet:" />}
          {label}
        </li>
      ))}
    </ul>
  )
}
