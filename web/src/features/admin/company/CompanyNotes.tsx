import {
  addCompanyNote,
  COMPANY_NOTE_MAX,
  COMPANY_NOTE_PAGE_MAX,
  type CompanyNote,
  changeCompanyNote,
  listCompanyNotes,
  removeCompanyNote,
} from '@app/contracts/http/company-notes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall, adminCallPage } from '../../../shared/api/call.ts'
import { useGrowingList } from '../../../shared/api/use-growing-list.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { claimsOf, useAdminSession } from '../../../shared/stores/session.ts'
import { Button, IconButton } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { EmptyState } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { companyNotesKey } from './notes-key.ts'
import { PartStates } from './PartStates.tsx'
import styles from './rows.module.css'

const AT_ONCE = 20
/** Time in ms from a successful submit until the button shows its normal label again. */
const IDLE_MS = 900

interface NoteText {
  text: string
}

const tidy = ({ text }: NoteText): NoteText => ({ text: text.trim() })
const check = ({ text }: NoteText) => faultsIn({ text: !text && 'Please write a note.' })

/** The private notes of the team on a company, newest first. Admins change and delete their own notes. */
export function CompanyNotes({ companyProfileId: id }: { companyProfileId: string }) {
  const userId = useAdminSession(({ token }) => claimsOf(token)?.sub)
  const queryClient = useQueryClient()
  const reload = () => queryClient.invalidateQueries({ queryKey: companyNotesKey(id) })
  const { query, items, ...growth } = useGrowingList<CompanyNote>({
    queryKey: companyNotesKey(id),
    load: ({ signal, ...page }) => adminCallPage(listCompanyNotes, { params: { id }, query: page, signal }),
    keyOf: ({ _id }) => _id,
    step: AT_ONCE,
    most: COMPANY_NOTE_PAGE_MAX,
  })
  const [edited, edit] = useState<string>()
  const [removed, askToRemove] = useState<CompanyNote>()
  const list = useRef<HTMLOListElement>(null)
  const remove = useMutation({
    mutationFn: ({ _id }: CompanyNote) => adminCall(removeCompanyNote, { params: { id, noteId: _id } }),
    onSuccess: ({ message }) => toast.success(message),
    // `useAccess` handles an expired session (401).
    onError: (error) => isStatus(error, 401) || toast.failed(messageOf(error, 'We couldn’t delete the note')),
    async onSettled() {
      askToRemove(undefined)
      await reload()
      list.current?.focus()
    },
  })

  /** The focused button is removed together with the form, so the list gets the focus. */
  function endEdit(): void {
    edit(undefined)
    list.current?.focus()
  }

  return (
    <div className={styles.part}>
      <p className={styles.hint}>Only your team sees these notes. The company never does.</p>
      <AddNote companyProfileId={id} onAdded={reload} />
      <PartStates query={query} what="the notes" />
      {items?.length === 0 && <EmptyState>No notes yet.</EmptyState>}
      <ol ref={list} className={styles.rows} tabIndex={-1} aria-label="Team notes">
        {items?.map((note) => (
          <li key={note._id} className={styles.row}>
            {edited === note._id ? (
              <EditNote companyProfileId={id} note={note} onChanged={reload} onEnd={endEdit} />
            ) : (
              <Note note={note} isMine={note.author.id === userId} onEdit={() => edit(note._id)} onRemove={() => askToRemove(note)} />
            )}
          </li>
        ))}
      </ol>
      <EndOfList {...growth} />
      {removed && (
        <ConfirmDialog
          title="Delete this note?"
          question="It’s gone for the whole team. You can’t restore it."
          confirmLabel="Delete"
          busyLabel="Deleting..."
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removed)}
          onCancel={() => askToRemove(undefined)}
        />
      )}
    </div>
  )
}

interface NoteProps {
  note: CompanyNote
  isMine: boolean
  onEdit: () => void
  onRemove: () => void
}

function Note({ note: { text, author, createdAt, editedAt }, isMine, onEdit, onRemove }: NoteProps) {
  return (
    <>
      <div className={styles.words}>
        <p className={styles.facts}>
          {isMine ? 'You' : author.name} · <Time value={createdAt} clock />
          {editedAt && (
            <>
              {' · edited '}
              <Time value={editedAt} clock />
            </>
          )}
        </p>
        <p className={styles.text}>{text}</p>
      </div>
      {isMine && (
        <span className={styles.buttons}>
          <IconButton label="Edit note" icon={<Pencil />} onClick={onEdit} />
          <IconButton label="Delete note" icon={<Trash2 />} onClick={onRemove} />
        </span>
      )}
    </>
  )
}

function AddNote({ companyProfileId: id, onAdded }: { companyProfileId: string; onAdded: () => Promise<void> }) {
  const form = useForm({
    initial: { text: '' },
    draft: draftOf('admin', `company note ${id}`),
    tidy,
    check,
    async send(body: NoteText) {
      await adminCall(addCompanyNote, { params: { id }, body })
      await onAdded()
    },
    onFailure: (error, isSaid) => isSaid || isStatus(error, 401) || toast.failed(messageOf(error, 'We couldn’t add the note')),
    idleAfter: IDLE_MS,
  })
  return (
    <KeptForm form={form}>
      <TextArea label="New note" maxLength={COMPANY_NOTE_MAX} {...form.text('text')} />
      <div>
        <Button type="submit" state={form.state} busyLabel="Adding..." doneLabel="Added">
          Add note
        </Button>
      </div>
    </KeptForm>
  )
}

interface EditNoteProps {
  companyProfileId: string
  note: CompanyNote
  onChanged: () => Promise<void>
  /** Called after the change, and when the admin cancels. */
  onEnd: () => void
}

function EditNote({ companyProfileId: id, note, onChanged, onEnd }: EditNoteProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm({
    initial: { text: note.text },
    draft: draftOf('admin', `company note ${id} ${note._id}`),
    tidy,
    check,
    async send(body: NoteText) {
      await adminCall(changeCompanyNote, { params: { id, noteId: note._id }, body })
      await onChanged()
    },
    onSent: onEnd,
    onFailure: (error, isSaid) => isSaid || isStatus(error, 401) || toast.failed(messageOf(error, 'We couldn’t save the note')),
  })

  function cancel(): void {
    form.clear()
    onEnd()
  }

  return (
    <KeptForm className={styles.words} form={form}>
      <TextArea ref={field} label="Note" maxLength={COMPANY_NOTE_MAX} {...form.text('text')} />
      <div className={styles.buttons}>
        <Button type="submit" state={form.state} busyLabel="Saving...">
          Save
        </Button>
        <Button tone="quiet" disabled={form.state === 'busy'} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </KeptForm>
  )
}
