import { checkPassword, isPasswordValid, PASSWORD_INVALID } from '@app/contracts/rules/password.ts'
import type { ComponentProps, FocusEvent } from 'react'
import { PasswordChecklist, PasswordField } from '../../../shared/ui/PasswordField.tsx'
import { useFocusShown } from '../use-focus-shown.ts'
import styles from './NewPasswordField.module.css'

/** A password being chosen, with its checklist while the field is focused. `password` is the present value. */
export function NewPasswordField({ password, ...field }: ComponentProps<typeof PasswordField> & { password: string }) {
  const { shown, onFocus, onBlur } = useFocusShown()
  const refused = !shown && password && !isPasswordValid(password) ? PASSWORD_INVALID : undefined

  return (
    <div className={styles.field}>
      <PasswordField
        {...field}
        autoComplete="new-password"
        error={field.error ?? refused}
        onFocus={onFocus}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          field.onBlur?.(event)
          onBlur()
        }}
      />
      {shown && <PasswordChecklist rules={checkPassword(password)} />}
    </div>
  )
}
