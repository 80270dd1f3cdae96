import { checkPassword, passwordFault } from '@app/contracts/rules/password.ts'
import { type ComponentProps, type FocusEvent, useEffect, useRef, useState } from 'react'
import { PasswordChecklist, PasswordField } from '../../shared/ui/PasswordField.tsx'

/** A password being chosen, with its checklist while the field is focused. `password` is the present value. */
export function NewPasswordField({ password, ...field }: ComponentProps<typeof PasswordField> & { password: string }) {
  const { shown, onFocus, onBlur } = useFocusShown()
  const refused = shown || !password ? undefined : passwordFault(password)

  return (
    <div>
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

/**
 * True while a field has the focus, and until the press that took it away is released: what is shown below would
 * otherwise collapse under the pointer, and the button being pressed slip away from it.
 */
function useFocusShown() {
  const [shown, setShown] = useState(false)
  const pressed = useRef(false)
  const focused = useRef(false)

  useEffect(() => {
    if (!shown) return
    const settle = () => setTimeout(() => setShown(focused.current))
    const down = () => {
      pressed.current = true
    }
    const up = () => {
      pressed.current = false
      settle()
    }
    const listeners = new AbortController()
    const { signal } = listeners
    window.addEventListener('pointerdown', down, { capture: true, signal })
    window.addEventListener('pointerup', up, { capture: true, signal })
    window.addEventListener('pointercancel', up, { capture: true, signal })
    return () => listeners.abort()
  }, [shown])

  function onFocus(): void {
    focused.current = true
    setShown(true)
  }

  function onBlur(): void {
    focused.current = false
    // The click of a tap comes in the same task as the blur; what it aims at must still be there.
    if (!pressed.current) setTimeout(() => setShown(focused.current))
  }

  return { shown, onFocus, onBlur }
}
