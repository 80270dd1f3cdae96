import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import { IconButton } from './IconButton.tsx'
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
