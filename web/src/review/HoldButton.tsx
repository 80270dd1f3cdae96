import { HOLD_MS } from '@app/contracts/rules/reviews.ts'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './HoldButton.module.css'
import type { Press } from './interaction.ts'

interface HoldButtonProps {
  children: ReactNode
  isBusy: boolean
  busyLabel: string
  /** Called when the button was pressed for `HOLD_MS`. */
  onHeld: (press: Press) => void
  /** Called when the press was too short. */
  onReleased: () => void
}

const HOLD_KEYS = new Set(['Enter', ' '])
const MAIN_BUTTON = 0

/** A button that must be pressed and held, with the pointer or with the space or Enter key. A bar shows how long to hold it. */
export function HoldButton({ children, isBusy, busyLabel, onHeld, onReleased }: HoldButtonProps) {
  const [isPressed, setPressed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  function press(at: number): void {
    if (isBusy || timer.current) return
    setPressed(true)
    timer.current = setTimeout(() => {
      end()
      onHeld({ at, heldMs: performance.now() - at })
    }, HOLD_MS)
  }

  function end(): void {
    clearTimeout(timer.current)
    timer.current = undefined
    setPressed(false)
  }

  function release(): void {
    if (!timer.current) return
    end()
    onReleased()
  }

  function pressByPointer({ isTrusted, button, pointerId, currentTarget, timeStamp }: PointerEvent<HTMLButtonElement>): void {
    if (!isTrusted || button !== MAIN_BUTTON) return
    // With pointer capture, the button receives the end of the press even if the finger has moved off the button.
    currentTarget.setPointerCapture(pointerId)
    press(timeStamp)
  }

  /** Without `preventDefault`, the browser would click the button when the key is released. */
  function pressByKey(event: KeyboardEvent): void {
    if (!HOLD_KEYS.has(event.key)) return
    event.preventDefault()
    if (event.isTrusted && !event.repeat) press(event.timeStamp)
  }

  return (
    <button
      type="button"
      className={styles.button}
      data-pressed={isPressed || undefined}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      style={{ '--hold': `${HOLD_MS}ms` }}
      onPointerDown={pressByPointer}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={pressByKey}
      onKeyUp={release}
      onBlur={release}
      // Screen readers and voice control click without a press.
      onClick={({ detail }) => detail === 0 && !isBusy && onReleased()}
      onContextMenu={(event) => event.preventDefault()}
      data-autofocus=""
    >
      <span className={styles.bar} aria-hidden="true" />
      <span className={styles.label}>{isBusy ? busyLabel : children}</span>
    </button>
  )
}
