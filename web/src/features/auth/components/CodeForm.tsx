import { normalizeResetCode, RESET_CODE_INVALID, RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { notify } from '../../../shared/ui/notify.tsx'
import { emptyBoxes } from '../code-entry.ts'
import { keepResetCode } from '../reset-session.ts'
import { CodeInput } from './CodeInput.tsx'
import styles from './ResetForm.module.css'

/** Keeps the code for the password step; the server checks it there. */
export function CodeForm({ onVerified }: { onVerified: (code: string) => void }) {
  const [boxes, setBoxes] = useState(emptyBoxes)
  const [error, setError] = useState<string>()

  function verify(event: FormEvent): void {
    event.preventDefault()
    const code = normalizeResetCode(boxes.join(''))
    if (code.length !== RESET_CODE_LENGTH) {
      setError(RESET_CODE_INVALID)
      return
    }
    try {
      keepResetCode(code)
      notify.success('OTP verified successfully')
      onVerified(code)
    } catch {
      notify.error('Failed to verify OTP. Please try again.')
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={verify}>
      <CodeInput
        label="Code"
        boxes={boxes}
        error={error}
        onChange={(entered) => {
          setBoxes(entered)
          setError(undefined)
        }}
      />
      <Button type="submit">Verify</Button>
    </form>
  )
}
