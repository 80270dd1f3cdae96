import { brand } from '@app/contracts/brand.ts'
import { type TaskNote, writeNote } from '@app/contracts/http/notes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { MESSAGE_REQUIRED, NOTE_MAX } from '@app/contracts/rules/notes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { adminCall, call } from '../../shared/api/call.ts'
import type { LoadedList } from '../../shared/api/use-growing-list.ts'
import type { Draft } from '../../shared/form/draft-storage.ts'
import { KeptForm } from '../../shared/form/KeptForm.tsx'
import { faultsIn, useForm } from '../../shared/form/use-form.ts'
import type { Caller } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { TextArea } from '../../shared/ui/Field.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { notesKey } from './notes-key.ts'
import styles from './WriteMessage.module.css'

const calls = { owner: call, admin: adminCall } satisfies Record<Caller, unknown>

interface WriteMessageProps {
  caller: Caller
  task: Task
  client: string
  draft: Draft | undefined
  onClose: () => void
}

/** The form for a message on a task to the other side. */
export default function WriteMessage({ caller, task, client, draft, onClose }: WriteMessageProps) {
  const queryClient = useQueryClient()
  const text = useRef<HTMLTextAreaElement>(null)
  const form = useForm({
    initial: { text: '' },
    draft,
    tidy: ({ text }) => ({ text: text.trim() }),
    check: ({ text }) => faultsIn({ text: isBlank(text) && MESSAGE_REQUIRED }),
    async send(body) {
      const note = await calls[caller](writeNote, { params: { id: task._id }, body })
      await addToList(note)
    },
    onSent() {
      notify.success('Message sent')
      onClose()
    },
    // The screens handle an expired session (401).
    onFailure: (error, isSaid) => isSaid || isStatus(error, 401) || notify.error(messageOf(error, 'We couldn’t send your message.')),
  })
  useEffect(() => text.current?.focus(), [])

  /** Adds the message to the cached list. A load in progress may return the list without the message, so it is canceled. */
  async function addToList(note: TaskNote): Promise<void> {
    const queryKey = notesKey(task.taskId)
    await queryClient.cancelQueries({ queryKey, exact: true })
    queryClient.setQueryData<LoadedList<TaskNote>>(queryKey, (known) => {
      if (!known || known.items.some(({ _id }) => _id === note._id)) return known
      return { ...known, items: [note, ...known.items] }
    })
    void queryClient.invalidateQueries({ queryKey, exact: true })
  }

  function discard(): void {
    form.clear()
    onClose()
  }

  return (
    <KeptForm form={form}>
      <TextArea
        ref={text}
        label={`Message to ${caller === 'owner' ? brand.name : client}`}
        hint={caller === 'owner' ? 'We’ll email you when we answer.' : 'The company also gets an email about it.'}
        rows={4}
        maxLength={NOTE_MAX}
        {...form.text('text')}
      />
      <div className={styles.actions}>
        <Button tone="quiet" disabled={form.state === 'busy'} onClick={discard}>
          {form.values.text.trim() ? 'Discard' : 'Cancel'}
        </Button>
        <Button type="submit" state={form.state} busyLabel="Sending…">
          Send message
        </Button>
      </div>
    </KeptForm>
  )
}
