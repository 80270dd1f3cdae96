import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { leaveForms } from '../form/unsent.ts'
import { Button, type ButtonTone, IconButton } from './Button.tsx'
import styles from './Dialog.module.css'
import { type FailedPart, PART_MISSING } from './lazy-part.tsx'
import { placeToasts } from './notify.tsx'
import { ErrorState } from './states.tsx'

interface ModalProps {
  title: ReactNode
  /** Asked for by Escape and the close icon; the caller then stops rendering the modal. */
  onClose: () => void
  children: ReactNode
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode
}

/**
 * Open while it is rendered. The browser's modal dialog keeps focus inside and gives it back at the end. Focus starts on
 * the title, or on what carries `data-autofocus`; not by `autoFocus`, which would act too early to be given back.
 */
function ModalFrame({ title, onClose, children, footer, className }: ModalProps & { className: string | undefined }) {
  const titleId = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h2')
    first?.focus()
    placeToasts()
    return () => {
      placeToasts(dialog)
      dialog.close()
    }
  }, [])

  // What scrolls must be reachable by keyboard: through what is in it, or else by itself.
  useLayoutEffect(() => {
    if (body.current)
      body.current.tabIndex = body.current.querySelector('a[href], button, input, select, textarea, [tabindex="0"]') ? -1 : 0
  })

  /** A form in it may ask before. */
  function close(): void {
    if (ref.current) leaveForms(onClose, ref.current)
  }

  /** Heard here because the browser closes on a second Escape in a row without asking. */
  function closeByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }

  return (
    <dialog
      ref={ref}
      className={`${styles.frame} ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== ref.current) return
        event.preventDefault()
        close()
      }}
      onKeyDown={closeByKey}
      onClose={() => {
        // Closed by the browser all the same; our own close comes here when it is open again or gone.
        if (!ref.current || ref.current.open) return
        ref.current.showModal()
        close()
      }}
    >
      {/* No landmarks: a window may open from anywhere, the page's own header too. */}
      <div className={styles.header} data-bar="">
        <h2 className={styles.title} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <IconButton label="Close" icon={<X />} onClick={close} />
      </div>
      <div ref={body} className={styles.body}>
        {children}
      </div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </dialog>
  )
}

/** A window in the middle; `wide` for what holds cards or pictures. */
export function Dialog({ wide = false, ...modal }: ModalProps & { wide?: boolean }) {
  return <ModalFrame {...modal} className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog} />
}

/** Comes in from the right and takes the whole height; on a phone the whole screen. `wide` for picture beside facts. */
export function SidePanel({ wide = false, ...modal }: ModalProps & { wide?: boolean }) {
  return <ModalFrame {...modal} className={wide ? `${styles.panel} ${styles.wide}` : styles.panel} />
}

interface ConfirmDialogProps {
  title: string
  /** The question, whole. */
  question: string
  confirmLabel: string
  cancelLabel?: string
  busyLabel?: string
  tone?: ButtonTone
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before what cannot be taken back. What cancels stands first and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, question, confirmLabel, cancelLabel = 'Cancel', busyLabel, tone = 'danger', busy = false, onConfirm, onCancel } = props
  return (
    <Dialog
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button tone="quiet" data-autofocus="" onClick={onCancel} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button tone={tone} state={busy ? 'busy' : 'idle'} busyLabel={busyLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{question}</p>
    </Dialog>
  )
}

/** In the place of what opens over a page, where that could not be shown. */
export const PanelMissing = ({ onClose, busy, onRetry }: FailedPart & { onClose: () => void }) => (
  <Dialog title="Not loaded" onClose={onClose}>
    <ErrorState message={PART_MISSING} busy={busy} onRetry={onRetry} />
  </Dialog>
)
