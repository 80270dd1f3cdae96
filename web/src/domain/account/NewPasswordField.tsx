import { checkPassword, passwordFault } from '@app/contracts/rules/password.ts'
import { type ComponentProps, type FocusEvent, useEffect, useRef, useState } from 'react'
import { PasswordChecklist, PasswordField } from '../../shared/ui/PasswordField.tsx'

/** Shows a checklist of the password rules while the field is focused. */
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
 * After a press outside the field, the checklist stays until the pointer is released. Otherwise the layout would change during the press,
 * and the pressed button would move away from the pointer.
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
    // On touch screens, the click follows the blur in the same task. The timeout keeps the layout until the click reaches its target.
    if (!pressed.current) setTimeout(() => setShown(focused.current))
  }

  return { shown, onFocus, onBlur }
}
