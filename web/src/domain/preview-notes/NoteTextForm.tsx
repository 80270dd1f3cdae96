import { PREVIEW_NOTE_MAX } from '@app/contracts/rules/preview-notes.ts'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../shared/api/api-error.ts'
import type { Draft } from '../../shared/form/draft-storage.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import { TextArea } from '../../shared/ui/Field.tsx'
import styles from './NoteTextForm.module.css'

interface NoteTextFormProps {
  label: string
  /** Message if the text is empty. */
  required: string
  submitLabel: string
  /** Message if the request failed without a message of the server. */
  failure: string
  draft: Draft | undefined
  /** Values that the draft contains beside the text, such as the place of the note. */
  draftValues?: object
  onSend: (body: string) => Promise<void>
  onCancel: () => void
  /** Further fields, below the text. */
  children?: ReactNode
}

/**
 * A form with a text of at most 2,000 characters. The browser stores the text, so a reload or the end of the session does not delete it.
 */
export function NoteTextForm({ label, required, submitLabel, failure, draft, draftValues, onSend, onCancel, children }: NoteTextFormProps) {
  const [body, setBody] = useState(() => (draft?.read() as { body?: string } | undefined)?.body ?? '')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [error, setError] = useState<string>()
  const text = useRef<HTMLTextAreaElement>(null)
  const draftJson = JSON.stringify(draftValues)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `draft` is a new object at each render, but always the same storage
  useEffect(() => {
    if (body.trim()) draft?.keep({ ...JSON.parse(draftJson ?? '{}'), body })
    else draft?.drop()
  }, [body, draftJson])

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    if (!body.trim()) {
      setFault(required)
      text.current?.focus()
      return
    }
    setBusy(true)
    setError(undefined)
    try {
      await onSend(body.trim())
      draft?.drop()
    } catch (cause) {
      setBusy(false)
      setError(messageOf(cause, failure))
    }
  }

  function cancel(): void {
    draft?.drop()
    onCancel()
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextArea
        ref={text}
        label={label}
        rows={3}
        maxLength={PREVIEW_NOTE_MAX}
        value={body}
        error={fault}
        readOnly={isBusy}
        onChange={({ currentTarget }) => {
          setBody(currentTarget.value)
          setFault(undefined)
        }}
      />
      {children}
      <ErrorText>{error}</ErrorText>
      <div className={styles.actions}>
        <Button tone="quiet" className={styles.button} disabled={isBusy} onClick={cancel}>
          {body.trim() ? 'Discard' : 'Cancel'}
        </Button>
        <Button type="submit" className={styles.button} state={isBusy ? 'busy' : 'idle'} busyLabel="Saving…">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
