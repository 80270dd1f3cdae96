import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ApiError, isStatus, messageOf } from '../../shared/api/api-error.ts'
import { Button, type ButtonTone } from '../../shared/ui/Button.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import styles from './second-factor.module.css'

type Kind = 'authenticator' | 'recovery'

const fields = {
  authenticator: {
    label: '6-digit code',
    hint: 'Your authenticator app shows a new code every 30 seconds.',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    missing: 'Please enter the 6 digits that your authenticator app shows',
    switchTo: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you saved when you set this up. Each code works once.',
    inputMode: 'text',
    autoComplete: 'off',
    missing: 'Please enter one of your recovery codes',
    switchTo: 'Use the authenticator app',
  },
} as const

const isEntered = (kind: Kind, code: string): boolean => (kind === 'recovery' ? code !== '' : /^\d{6}$/.test(code.replace(/[\s-]/g, '')))

interface CodeFormProps {
  submitLabel: string
  busyLabel: string
  tone?: ButtonTone
  busy: boolean
  failure: Error | null
  onCode: (code: string) => void
  recovery?: boolean
  /** Whether the field gets the focus on mount. False if the user must first read text above the field. */
  focused?: boolean
}

/** Form for one code. Spaces and hyphens in the code are ignored. */
export function CodeForm(props: CodeFormProps) {
  const { submitLabel, busyLabel, tone, busy, failure, onCode, recovery = false, focused = false } = props
  const [kind, setKind] = useState<Kind>('authenticator')
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isWaiting = useWait(failure)
  const { label, hint, inputMode, autoComplete, missing, switchTo } = fields[kind]

  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])

  // A rejected code is selected, so that typing replaces it.
  useEffect(() => {
    if (failure) input.current?.select()
  }, [failure])

  function send(event: SubmitEvent): void {
    event.preventDefault()
    const entered = code.trim()
    setMissing(!isEntered(kind, entered))
    if (isEntered(kind, entered)) onCode(entered)
    else input.current?.focus()
  }

  function change(): void {
    setKind(kind === 'recovery' ? 'authenticator' : 'recovery')
    setCode('')
    setMissing(false)
    input.current?.focus()
  }

  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <Field
        ref={input}
        label={label}
        hint={hint}
        required
        inputMode={inputMode}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={code}
        readOnly={busy}
        error={isMissing ? missing : failureText(failure)}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value)
          setMissing(false)
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" tone={tone} state={busy ? 'busy' : 'idle'} busyLabel={busyLabel} disabled={isWaiting}>
          {submitLabel}
        </Button>
        {recovery && (
          <Button tone="quiet" disabled={busy} onClick={change}>
            {switchTo}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Returns true until the `Retry-After` time of the last error is over. */
function useWait(failure: Error | null): boolean {
  const [waitedFor, setWaitedFor] = useState<Error | null>(null)
  const seconds = failure instanceof ApiError ? failure.retryAfter : undefined

  useEffect(() => {
    if (seconds === undefined) return
    const timer = setTimeout(() => setWaitedFor(failure), seconds * 1_000)
    return () => clearTimeout(timer)
  }, [failure, seconds])

  return seconds !== undefined && waitedFor !== failure
}

/** Returns the message for a failed code: the server's message, if there is one, and the time until the next attempt is allowed. */
export function failureText(failure: Error | null): string | undefined {
  if (!failure) return undefined
  const message = messageOf(failure, failure.message || 'That did not work. Please try again.')
  const seconds = failure instanceof ApiError ? failure.retryAfter : undefined
  if (seconds === undefined) return message
  // The message of a 429 response asks for a short wait. The exact time replaces this request.
  return `${isStatus(failure, 429) ? 'Too many attempts.' : message} You can try again in ${lengthOf(seconds)}.`
}

function lengthOf(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
