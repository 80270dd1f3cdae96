import type { NoteReply, PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { canChangeNote, NOTE_REPLIES_MAX, NOTE_REPLY_REQUIRED, type NoteState } from '@app/contracts/rules/preview-notes.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '../../shared/api/api-error.ts'
import { Badge, type BadgeTone } from '../../shared/ui/Badge.tsx'
import { Button } from '../../shared/ui/Button.tsx'
import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import { focusHeading } from '../../shared/ui/focus.ts'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import { focusTarget, nextNoteHeading } from './focus-target.ts'
import { NoteTextForm } from './NoteTextForm.tsx'
import styles from './NoteThread.module.css'
import { useNotesOnPreview } from './notes-context.ts'

const DoneDialog = lazyPart(() => import('./DoneDialog.tsx'), { missing: PanelMissing })

/** The text of a note, its replies, and the actions that the reader may take. */
export function NoteThread({ note }: { note: PreviewNote }) {
  const notes = useNotesOnPreview()
  const thread = useRef<HTMLDivElement>(null)
  const [isReplying, setReplying] = useState(() => Boolean(notes?.draftOf(replyDraft(note))?.read()))
  if (!notes) return null
  const { may, source, draftOf } = notes
  const canReply = may !== 'read' && note.replies.length < NOTE_REPLIES_MAX

  /** Replaces the buttons by the form, or the form by the buttons, and keeps the focus in the note. */
  function showForm(isShown: boolean): void {
    const hasFocus = thread.current?.contains(document.activeElement)
    flushSync(() => setReplying(isShown))
    const target = thread.current?.querySelector<HTMLElement>(isShown ? 'textarea' : '[data-reply]') ?? focusTarget(thread.current)
    if (hasFocus) target?.focus()
  }

  async function reply(body: string): Promise<void> {
    await source.reply(note, body)
    showForm(false)
  }

  return (
    <div ref={thread} className={styles.thread}>
      <By author={note.author} at={note.createdAt} />
      <p className={styles.text}>{note.body}</p>
      <NoteMarks note={note} />
      {note.replies.length > 0 && (
        <ol className={styles.replies} aria-label="Replies">
          {note.replies.map((one) => (
            <li key={one._id} className={styles.reply}>
              <By author={one.author} at={one.createdAt} />
              <p className={styles.text}>{one.body}</p>
            </li>
          ))}
        </ol>
      )}
      {isReplying ? (
        <NoteTextForm
          label="Your reply"
          required={NOTE_REPLY_REQUIRED}
          submitLabel="Reply"
          failure="We couldn’t save the reply. Please try again."
          draft={draftOf(replyDraft(note))}
          onSend={reply}
          onCancel={() => showForm(false)}
        />
      ) : (
        may !== 'read' && <NoteActions note={note} onReply={canReply ? () => showForm(true) : undefined} />
      )}
    </div>
  )
}

const replyDraft = ({ _id }: PreviewNote): string => `reply to note ${_id}`

const By = ({ author, at }: { author: NoteReply['author']; at: string }) => (
  <p className={styles.by}>
    {author.isYou ? 'You' : author.name} · <Time value={at} clock />
  </p>
)

const tones: Readonly<Record<NoteState, BadgeTone>> = { open: 'roll-back', resolved: 'approved', accepted: 'neutral' }
const clientStates: Readonly<Record<NoteState, string>> = { open: 'Open', resolved: 'Ready to check', accepted: 'Done' }
const adminStates: Readonly<Record<NoteState, string>> = { open: 'Open', resolved: 'Waiting for the company', accepted: 'Done' }

/** Badges with the state of a note, and whether only the team can read it. */
function NoteMarks({ note: { state, visibility } }: { note: PreviewNote }) {
  const isForTeam = visibility === 'team'
  const states = useNotesOnPreview()?.side === 'agency' && !isForTeam ? adminStates : clientStates
  return (
    <p className={styles.marks}>
      <Badge tone={tones[state]}>{isForTeam && state === 'resolved' ? 'Done' : states[state]}</Badge>
      {isForTeam && <Badge tone="posted">Team only</Badge>}
    </p>
  )
}

interface NoteActionsProps {
  note: PreviewNote
  /** Undefined if the note has too many replies. */
  onReply: (() => void) | undefined
}

/** The buttons of a note. A client checks a resolved note in a dialog, which shows the place in both versions. */
function NoteActions({ note, onReply }: NoteActionsProps) {
  const notes = useNotesOnPreview()
  const place = useRef<HTMLDivElement>(null)
  /** Set while the dialog is open: the next note to check, and the element that gets the focus if there is none. */
  const [checking, setChecking] = useState<{ next: HTMLElement | undefined; target: HTMLElement | undefined }>()
  const [busyWith, setBusyWith] = useState<NoteState>()
  const [error, setError] = useState<string>()
  if (!notes) return null
  const { side, source } = notes
  const may = (to: NoteState) => canChangeNote(side, note, to)

  async function change(to: NoteState): Promise<void> {
    const target = focusTarget(place.current)
    setBusyWith(to)
    setError(undefined)
    try {
      await source.change(note, to)
      if (target) focusHeading(target)
    } catch (cause) {
      setError(messageOf(cause, 'We couldn’t save this. Please try again.'))
    }
    setBusyWith(undefined)
  }

  const action = (to: NoteState, label: string) =>
    may(to) && (
      <Button
        tone="quiet"
        size="small"
        className={styles.button}
        state={busyWith === to ? 'busy' : 'idle'}
        busyLabel="Saving…"
        disabled={busyWith !== undefined}
        onClick={() => void change(to)}
      >
        {label}
      </Button>
    )

  return (
    <div ref={place}>
      <div className={styles.actions}>
        {action('resolved', 'Mark as done')}
        {may('accepted') ? (
          <Button
            size="small"
            className={styles.button}
            onClick={() => setChecking({ next: nextNoteHeading(place.current), target: focusTarget(place.current) })}
          >
            Is this done?
          </Button>
        ) : (
          action('open', 'Reopen')
        )}
        {onReply && (
          <Button tone="quiet" size="small" className={styles.button} data-reply="" onClick={onReply}>
            Reply
          </Button>
        )}
      </div>
      <ErrorText>{error}</ErrorText>
      {checking && (
        <DoneDialog
          note={note}
          onClose={() => setChecking(undefined)}
          onAnswered={() => {
            const { next, target } = checking
            // A note leaves the list when another person answers it in the meantime.
            const shown = next?.isConnected ? next : target
            if (!shown) return
            shown.scrollIntoView({ block: 'nearest' })
            focusHeading(shown)
          }}
        />
      )}
    </div>
  )
}
