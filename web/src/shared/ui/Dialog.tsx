import { X } from 'lucide-react'
import { createContext, type KeyboardEvent, type ReactNode, use, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { leaveForms, registerDialog } from '../form/unsent.ts'
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
  /** Buttons in the header, before the close button. */
  actions?: ReactNode
  /** Identifies the item that the dialog shows. If it changes, the dialog stays open, and its content starts anew at the top. */
  itemKey?: string
}

/** The element for the content of `DialogFooter`. Null outside of dialogs and in the first render of a dialog. */
const FooterPlace = createContext<HTMLElement | null>(null)

/** Shows its children at the bottom of the surrounding dialog, where they stay visible while the dialog's body scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  const place = use(FooterPlace)
  return place && createPortal(children, place)
}

/**
 * A modal dialog that is open while it is rendered. The browser traps the focus and restores it when the dialog closes. The focus starts on
 * the title or on the element with `data-autofocus`. `autoFocus` would move the focus before `showModal()`, and the browser could not
 * restore the focus.
 */
function ModalFrame({ title, onClose, children, footer, actions, itemKey, className }: ModalProps & { className: string | undefined }) {
  const [footerPlace, setFooterPlace] = useState<HTMLElement | null>(null)
  const titleId = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)

  const closeByBack = useEffectEvent(close)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    const unregister = registerDialog(closeByBack)
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h2')
    first?.focus()
    placeToasts()
    return () => {
      unregister()
      placeToasts(dialog)
      dialog.close()
    }
  }, [])

  /** Makes a body without a control focusable, because the keyboard must reach a scrollable body. */
  function updateTabStop(): void {
    if (body.current)
      body.current.tabIndex = body.current.querySelector('a[href], button, input, select, textarea, [tabindex="0"]') ? -1 : 0
  }
  useLayoutEffect(updateTabStop)

  function close(): void {
    if (ref.current) leaveForms(onClose, ref.current)
  }

  /** Handles the Escape key, because on a second Escape the browser would close the dialog without a `cancel` event. */
  function closeByKey(event: KeyboardEvent): void {
    // The content may have changed without a render of the dialog, for example when it was loaded.
    updateTabStop()
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
        {actions}
        <IconButton label="Close" icon={<X />} onClick={close} />
      </div>
      <div key={`body ${itemKey}`} ref={body} className={styles.body}>
        <FooterPlace value={footerPlace}>{children}</FooterPlace>
      </div>
      {footer && (
        <div key={`footer ${itemKey}`} className={styles.footer}>
          {footer}
        </div>
      )}
      <div ref={setFooterPlace} className={styles.footer} />
    </dialog>
  )
}

interface DialogProps extends ModalProps {
  /** Makes the dialog wider, for cards or pictures. */
  wide?: boolean
  /** Places the dialog near the top of the window, so that its first line stays in place when its height changes. */
  atTop?: boolean
}

/** A dialog in the center of the window. */
export function Dialog({ wide = false, atTop = false, ...modal }: DialogProps) {
  return <ModalFrame {...modal} className={[styles.dialog, wide && styles.wide, atTop && styles.atTop].filter(Boolean).join(' ')} />
}

/**
 * A dialog at the right edge, as high as the window. On phones, the dialog fills the screen. With `wide`, the dialog has space for a
 * picture beside facts.
 */
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
