import { useEffect, useRef, useState } from 'react'
import { Button } from '../shared/ui/Button.tsx'
import { Field } from '../shared/ui/Field.tsx'
import styles from './dialogs.module.css'
import { HoldButton } from './HoldButton.tsx'
import type { Press } from './interaction.ts'

interface HeldConfirmationProps {
  /** Label of the button that is held. */
  holdLabel: string
  /** Label of the button beside the field for the number. */
  typedLabel: string
  /** The end of the sentence "Type 47 to …" */
  purpose: string
  isBusy: boolean
  busyLabel: string
  /** Returns whether all fields are complete. Shows the errors of these fields. Called at each press, also at a short press. */
  isComplete?: () => boolean
  onConfirm: (press: Press) => void
}

const HINT = 'Keep pressing until the bar is full.'
const always = () => true

/** Confirms a decision. The user must hold the button or type a number, because mail scanners press buttons but release them at once. */
export function HeldConfirmation(props: HeldConfirmationProps) {
  const { holdLabel, isBusy, busyLabel, isComplete = always, onConfirm } = props
  const [isTyping, setTyping] = useState(false)
  const [hint, setHint] = useState('')
  if (isTyping) return <TypedConfirmation {...props} />
  return (
    <>
      <HoldButton
        isBusy={isBusy}
        busyLabel={busyLabel}
        onHeld={(press) => isComplete() && onConfirm(press)}
        onReleased={() => isComplete() && setHint(HINT)}
      >
        {holdLabel}
      </HoldButton>
      <p className={styles.hint} role="status">
        {hint}
      </p>
      <button type="button" className={styles.instead} onClick={() => setTyping(true)}>
        Can’t press and hold?
      </button>
    </>
  )
}

/** The numbers from 21 to 98 with two different digits. Programs that fill in forms type texts such as 1, 12 or 123. */
const NUMBERS = Array.from({ length: 78 }, (_, at) => String(21 + at)).filter(([first, second]) => first !== second)

const randomNumber = (): string => NUMBERS[Math.floor(Math.random() * NUMBERS.length)] ?? ''

/**
 * Confirmation for users of screen readers, switch devices and voice control, who cannot press and hold. The user types a random number
 * that the page shows.
 */
function TypedConfirmation({ typedLabel, purpose, isBusy, busyLabel, isComplete = always, onConfirm }: HeldConfirmationProps) {
  const [number] = useState(randomNumber)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  function refuse(): void {
    setFault(`Type ${number} to ${purpose}.`)
    field.current?.focus()
  }

  return (
    <form
      className={styles.body}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy || !isComplete()) return
        if (typed.trim() === number) onConfirm({ at: event.timeStamp, heldMs: 0 })
        else refuse()
      }}
    >
      <Field
        ref={field}
        label={`Type the number ${number}`}
        hint="This shows that you’re a person, not an email app."
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={fault}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setFault(undefined)
        }}
      />
      <Button type="submit" className={styles.submit} state={isBusy ? 'busy' : 'idle'} busyLabel={busyLabel}>
        {typedLabel}
      </Button>
    </form>
  )
}
