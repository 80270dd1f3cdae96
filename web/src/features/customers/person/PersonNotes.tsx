import { formatDate } from '@app/contracts/format/dates.ts'
import type { CustomerNote } from '@app/contracts/http/customer-notes.ts'
import {
  CUSTOMER_NOTE_MAX,
  type CustomerNoteEntry,
  type CustomerNoteKind,
  checkCustomerNote,
  customerNoteKinds,
} from '@app/contracts/rules/customer-notes.ts'
import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { businessToday } from '../../../shared/format/dates.ts'
import { Button, IconButton } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { DateField, FieldPair, Select, TextArea } from '../../../shared/ui/Field.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { noteWords } from '../cells.tsx'
import { useAddNote, useCustomerNotes, useRemoveNote } from '../contacts.ts'
import { toast } from '../toasts.ts'
import styles from './PersonNotes.module.css'

const ADDED_MS = 1_000
const kinds = customerNoteKinds.map((kind) => ({ value: kind, label: noteWords[kind] }))

interface PersonNotesProps {
  companyId: string
  /** The person key. Without a key, the section explains why there are no notes. */
  person: string | undefined
}

/** The notes on a person, with a form that adds a note. The product stores the notes, and the spreadsheet does not contain them. */
export function PersonNotes({ companyId, person }: PersonNotesProps) {
  const headingId = useId()
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h3 id={headingId}>Contacts and notes</h3>
      {person ? (
        <>
          <p className={styles.hint}>Only you see these notes. We don’t write them to your spreadsheet.</p>
          <AddNote companyId={companyId} person={person} />
          <NoteList companyId={companyId} person={person} />
        </>
      ) : (
        <p className={styles.hint}>To keep notes, add an email address or a phone number to this row of your spreadsheet.</p>
      )}
    </section>
  )
}

interface PersonProps {
  companyId: string
  person: string
}

function AddNote({ companyId, person }: PersonProps) {
  const add = useAddNote(companyId, person)
  const today = businessToday()
  const form = useForm<CustomerNoteEntry, void>({
    initial: { kind: 'call', text: '', happenedOn: today },
    draft: draftOf('owner', `note ${companyId} ${person}`),
    check: (entry) => checkCustomerNote(entry, businessToday()),
    send: add,
    onFailure: (error, isSaid) => isSaid || toast.failed('We couldn’t add the note', error),
    idleAfter: ADDED_MS,
  })
  const { text, choice } = form

  return (
    <KeptForm form={form}>
      <FieldPair>
        <Select label="Kind" options={kinds} {...choice('kind')} />
        <DateField label="Date" max={today} {...text('happenedOn')} />
      </FieldPair>
      <TextArea label="Note" maxLength={CUSTOMER_NOTE_MAX} {...text('text')} />
      <Button type="submit" tone="quiet" className={styles.add} state={form.state} busyLabel="Adding..." doneLabel="Added">
        Add to history
      </Button>
    </KeptForm>
  )
}

function NoteList({ companyId, person }: PersonProps) {
  const notes = useCustomerNotes(companyId, person)
  const remove = useRemoveNote(companyId, person)
  const [removed, askToRemove] = useState<CustomerNote>()

  if (notes.isLoadingError)
    return (
      <RetryNotice
        message={unlessOffline(notes.error, 'We couldn’t load the notes.')}
        busy={notes.isFetching}
        onRetry={() => void notes.refetch()}
      />
    )
  if (!notes.data)
    return (
      <div role="status" aria-busy="true" aria-label="Loading notes">
        <Skeleton shape="line" />
      </div>
    )
  if (notes.data.length === 0) return <p className={styles.hint}>No contacts or notes yet.</p>

  return (
    <>
      <ol className={styles.list} aria-label="History">
        {notes.data.map((note) => (
          <li key={note._id} className={styles.item}>
            <div className={styles.words}>
              <p className={styles.what}>
                <strong>{noteWords[note.kind]}</strong> · <Time value={note.happenedOn} /> · You
              </p>
              {note.text && <p className={styles.text}>{note.text}</p>}
            </div>
            <IconButton label={labelOf(note.kind)} icon={<Trash2 />} onClick={() => askToRemove(note)} />
          </li>
        ))}
      </ol>
      {removed && (
        <ConfirmDialog
          title={`${labelOf(removed.kind)}?`}
          question={`${noteWords[removed.kind]} on ${formatDate(removed.happenedOn)}${removed.text && `: “${shortened(removed.text)}”`}. You can’t restore it.`}
          confirmLabel="Remove"
          busyLabel="Removing..."
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removed, { onSettled: () => askToRemove(undefined) })}
          onCancel={() => askToRemove(undefined)}
        />
      )}
    </>
  )
}

/** Number of characters of a note in the question before its removal. */
const SHOWN_MAX = 80
const shortened = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX).trimEnd()}…` : text)

const labelOf = (kind: CustomerNoteKind): string => `Remove ${noteWords[kind].toLowerCase()}`
