import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../shared/ui/Button.tsx'
import { Field } from '../shared/ui/Field.tsx'
import styles from './dialogs.module.css'

interface CodeFormProps {
  label: string
  submitLabel: ReactNode
  isBusy: boolean
  error: string | undefined
  /** Whether the field gets the focus when it appears. */
  focuses?: boolean
  onCode: (code: string) => void
}

const CODE = /^\d{6}$/

/** Field for a six-digit code from an email. */
export function CodeForm({ label, submitLabel, isBusy, error, focuses = false, onCode }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focuses) field.current?.focus()
  }, [focuses])

  return (
    <form
      className={styles.body}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        if (CODE.test(code)) onCode(code)
        else setFault('The code has six digits.')
      }}
    >
      <Field
        ref={field}
        label={label}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        maxLength={7}
        value={code}
        error={fault ?? error}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value.replace(/\s/g, ''))
          setFault(undefined)
        }}
      />
      <Button type="submit" className={styles.submit} state={isBusy ? 'busy' : 'idle'} busyLabel="Checking…">
        {submitLabel}
      </Button>
    </form>
  )
}
