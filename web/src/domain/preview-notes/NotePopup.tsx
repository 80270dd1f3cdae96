import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../shared/ui/Button.tsx'
import styles from './NotePopup.module.css'
import { useNotesOnPreview } from './notes-context.ts'
import { placePopup } from './place-popup.ts'

interface NotePopupProps {
  title: string
  /** Id of the pin or button beside which the popup is shown. */
  anchorId: string
  /** A text that changes when the anchor moves. */
  place: string
  /** Id of the element that gets the focus when the popup closes. Default: the element that had the focus before. */
  returnToId?: string
  onClose?: () => void
  children: ReactNode
}

/**
 * Shows a note, or the form of a new note, beside its pin. On a phone, the popup is at the bottom of the screen, and the page scrolls so
 * that the pin stays visible above the keyboard. The rest of the page stays usable.
 */
export function NotePopup({ title, anchorId, place, returnToId, onClose, children }: NotePopupProps) {
  const notes = useNotesOnPreview()
  const titleId = useId()
  const popup = useRef<HTMLElement>(null)
  const close = onClose ?? (() => notes?.setMode({ kind: 'idle' }))

  const before = useRef<Element>(null)

  // Not a layout effect: a surrounding dialog that appears at the same time must open first. Otherwise, it would cover the popup.
  useEffect(() => {
    const { current } = popup
    if (!current) return
    before.current = document.activeElement
    current.showPopover()
    const first = current.querySelector<HTMLElement>('textarea') ?? current.querySelector<HTMLElement>('h3')
    first?.focus({ preventScroll: true })
  }, [])

  useLayoutEffect(() => {
    const { current } = popup
    return () => {
      // If the focus is outside of the popup, the user has moved on.
      if (!current?.contains(document.activeElement)) return
      const target = returnToId ? document.getElementById(returnToId) : before.current
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [returnToId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` changes when the anchor moves
  useEffect(() => {
    const anchor = document.getElementById(anchorId)
    return popup.current && anchor ? placePopup(popup.current, anchor) : undefined
  }, [anchorId, place])

  // Escape closes the popup and not the dialog around it, also if the focus has left the popup. The listener captures the event, because
  // React handles events in the footer of a dialog (a portal) before other listeners of the dialog.
  const closeFirst = useEffectEvent((event: Event, around: Element | null) => {
    const { key, target } = event as globalThis.KeyboardEvent
    if (key !== 'Escape' || !(target instanceof Element)) return
    if (popup.current?.contains(target) || target.closest('dialog') !== around) return
    event.preventDefault()
    close()
  })
  useEffect(() => {
    const around = popup.current?.closest('dialog') ?? null
    const listeners = new AbortController()
    const options = { capture: true, signal: listeners.signal }
    ;(around ?? document).addEventListener('keydown', (event) => closeFirst(event, around), options)
    return () => listeners.abort()
  }, [])

  /** Keeps the keys inside the popup, because the gallery and the viewers around it also use them. */
  function press(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }

  return (
    <section ref={popup} className={styles.popup} popover="manual" role="dialog" aria-labelledby={titleId} onKeyDown={press}>
      <div className={styles.head}>
        <h3 id={titleId} tabIndex={-1} className={styles.title}>
          {title}
        </h3>
        <IconButton label="Close the note" icon={<X />} onClick={close} />
      </div>
      {children}
    </section>
  )
}
