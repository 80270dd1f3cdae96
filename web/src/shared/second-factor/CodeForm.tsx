import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../api/api-error.ts'
import { Button, type ButtonTone } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import styles from './second-factor.module.css'

type Kind = 'authenticator' | 'recovery'

const fields = {
  authenticator: {
    label: '6-digit code',
    hint: 'Your authenticator app shows a new one every 30 seconds.',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    missing: 'Please enter the 6 digits that your authenticator app shows',
    switchTo: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you kept when you set this up. Each works once.',
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
  /** Why the last code was not taken. */
  failure: Error | null
  onCode: (code: string) => void
  /** A recovery code will do, too. */
  recovery?: boolean
  /** Begins with the focus in its field; not where there is something to read before. */
  focused?: boolean
}

/** One code, typed or pasted as it stands somewhere: spaces and hyphens do not matter. */
export function CodeForm(props: CodeFormProps) {
  const { submitLabel, busyLabel, tone, busy, failure, onCode, recovery = false, focused = false } = props
  const [kind, setKind] = useState<Kind>('authenticator')
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const waiting = useWait(failure)
  const { label, hint, inputMode, autoComplete, missing, switchTo } = fields[kind]

  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])

  // What was refused is replaced by typing.
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
        <Button type="submit" tone={tone} state={busy ? 'busy' : 'idle'} busyLabel={busyLabel} disabled={waiting}>
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

/** True from a refusal that asks to wait until the wait is over. */
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

/** Why a code was not taken, in the server's words where there are some, and how long to wait if that is what helps. */
export function failureText(failure: Error | null): string | undefined {
  if (!failure) return undefined
  const said = messageOf(failure, failure.message || 'That did not work. Please try again.')
  const seconds = failure instanceof ApiError ? failure.retryAfter : undefined
  return seconds === undefined ? said : `${said} The next try is in ${lengthOf(seconds)}.`
}

function lengthOf(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
