import { useState } from 'react'
import { formatDayInWords } from '../shared/format/dates.ts'
import { Button } from '../shared/ui/Button.tsx'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Field } from '../shared/ui/Field.tsx'
import styles from './dialogs.module.css'
import { HoldButton } from './HoldButton.tsx'
import type { Press } from './interaction.ts'
import type { DecisionProcess } from './use-decision.ts'

interface ApproveDialogProps {
  previewNo: number
  postingDate: string | null
  process: DecisionProcess
  onConfirm: (press: Press) => void
  onClose: () => void
}

const HINT = 'Keep pressing until the bar is full.'

/** Asks once before an approval. Mail scanners press buttons but release them at once, so the button must be held. */
export function ApproveDialog({ previewNo, postingDate, process: { isBusy, error }, onConfirm, onClose }: ApproveDialogProps) {
  const [isTyping, setTyping] = useState(false)
  const [hint, setHint] = useState('')
  return (
    <Dialog title={`Approve version ${previewNo}?`} onClose={onClose}>
      <div className={styles.body}>
        <p>
          {postingDate ? (
            <>
              It posts <time dateTime={postingDate}>{formatDayInWords(postingDate)}</time>. You can undo the approval until then.
            </>
          ) : (
            'You can undo the approval until it is posted.'
          )}
        </p>
        {isTyping ? (
          <TypedConfirmation previewNo={previewNo} isBusy={isBusy} onConfirm={onConfirm} />
        ) : (
          <>
            <HoldButton isBusy={isBusy} busyLabel="Approving…" onHeld={onConfirm} onReleased={() => setHint(HINT)}>
              Press and hold to approve
            </HoldButton>
            <p className={styles.hint} role="status">
              {hint}
            </p>
            <button type="button" className={styles.instead} onClick={() => setTyping(true)}>
              Can’t press and hold?
            </button>
          </>
        )}
        <p className={styles.error} role="alert">
          {error}
        </p>
      </div>
    </Dialog>
  )
}

interface TypedConfirmationProps {
  previewNo: number
  isBusy: boolean
  onConfirm: (press: Press) => void
}

/** Two different digits, at least 21. Programs that fill in forms type texts such as 1, 12 or 123. */
const NUMBERS = Array.from({ length: 78 }, (_, at) => String(21 + at)).filter(([first, second]) => first !== second)

const randomNumber = (): string => NUMBERS[Math.floor(Math.random() * NUMBERS.length)] ?? ''

/** The confirmation for screen readers, switch devices and voice control: a random number as text. */
function TypedConfirmation({ previewNo, isBusy, onConfirm }: TypedConfirmationProps) {
  const [number] = useState(randomNumber)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  return (
    <form
      className={styles.body}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        if (typed.trim() === number) onConfirm({ at: event.timeStamp, heldMs: 0 })
        else setFault(`Type ${number} to approve this version.`)
      }}
    >
      <Field
        label={`Type the number ${number}`}
        hint="It shows that you are a person, not a mail program."
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={fault}
        ref={(input) => input?.focus()}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setFault(undefined)
        }}
      />
      <Button type="submit" className={styles.submit} state={isBusy ? 'busy' : 'idle'} busyLabel="Approving…">
        Approve version {previewNo}
      </Button>
    </form>
  )
}
