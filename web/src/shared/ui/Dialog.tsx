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
  /** Called by Escape and the close button. The parent must then stop rendering the dialog. */
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
}

/**
 * A modal dialog that is open while it is rendered. The browser traps the focus and restores it when the dialog closes. The focus starts on
 * the title or on the element with `data-autofocus`. `autoFocus` would move the focus before `showModal()`, and the browser could not
 * restore the focus.
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

  // The keyboard must reach a scrollable body. A body without a control is therefore focusable.
  useLayoutEffect(() => {
    if (body.current)
      body.current.tabIndex = body.current.querySelector('a[href], button, input, select, textarea, [tabindex="0"]') ? -1 : 0
  })

  function close(): void {
    if (ref.current) leaveForms(onClose, ref.current)
  }

  /** Handles the Escape key, because on a second Escape the browser would close the dialog without a `cancel` event. */
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
        // If React closed the dialog, the ref is null or the dialog is open again. Otherwise the browser closed the dialog. In this case,
        // the dialog opens again, and closes only after the user was asked about unsent input.
        if (!ref.current || ref.current.open) return
        ref.current.showModal()
        close()
      }}
    >
      {/* No landmark elements (header, footer), because a dialog can be rendered inside the page's own header. */}
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

/** A dialog in the center of the window. `wide` is for cards or pictures. */
export function Dialog({ wide = false, ...modal }: ModalProps & { wide?: boolean }) {
  return <ModalFrame {...modal} className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog} />
}

/** A dialog at the right edge, as high as the window. On phones, it fills the screen. `wide` is for a picture beside facts. */
export function SidePanel({ wide = false, ...modal }: ModalProps & { wide?: boolean }) {
  return <ModalFrame {...modal} className={wide ? `${styles.panel} ${styles.wide}` : styles.panel} />
}

interface ConfirmDialogProps {
  title: string
  question: string
  confirmLabel: string
  cancelLabel?: string
  busyLabel?: string
  tone?: ButtonTone
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation before an action that cannot be undone. Cancel is the first button and has the focus. */
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

/** Replaces a lazy dialog that failed to load. */
export const PanelMissing = ({ onClose, busy, onRetry }: FailedPart & { onClose: () => void }) => (
  <Dialog title="Not loaded" onClose={onClose}>
    <ErrorState message={PART_MISSING} busy={busy} onRetry={onRetry} />
  </Dialog>
)
