import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import {
  type CloseButtonProps,
  ToastContainer,
  type ToastContentProps,
  type ToastOptions,
  type ToastTransitionProps,
  type TypeOptions,
  toast,
} from 'react-toastify/unstyled'
import { OFFLINE } from '../api/api-error.ts'
import { Button, IconButton } from './Button.tsx'
import { coverBarsOrErrors, findToastTop } from './toast-position.ts'
import './toasts.css'

/** Container of the toasts, in the top right corner above everything, including dialogs. Toasts come from `notify`. */
export default function Toasts() {
  useEffect(() => {
    placeToasts()
    const listeners = new AbortController()
    const { signal } = listeners
    // `capture`, because scroll events of an element do not bubble to the window.
    for (const event of ['resize', 'focusin']) window.addEventListener(event, positionSoon, { capture: true, signal })
    window.addEventListener('scroll', positionAfterScroll, { capture: true, signal })
    // The visual viewport changes when the keyboard of a phone opens or closes.
    for (const event of ['scroll', 'resize']) window.visualViewport?.addEventListener(event, positionSoon, { signal })
    return () => listeners.abort()
  }, [])

  return createPortal(
    <ToastContainer
      position="top-right"
      icon={ToastIcon}
      closeButton={CloseToast}
      hideProgressBar
      transition={AtOnce}
      newestOnTop
      pauseOnFocusLoss={false}
      draggable={false}
    />,
    toastHost(),
  )
}

export interface NotifyOptions {
  /** Time in ms until the toast closes. Default: 5000. */
  autoClose?: number
  /**
   * A new toast closes the previous toast of the same group. By default, all forms and buttons share one group. Work that continues in the
   * background, such as uploads, has its own group, so that its toasts do not close the toasts of a form.
   */
  group?: string
  /** A button in the toast, for example Undo. Pressing it also closes the toast. */
  action?: { label: string; run: () => void }
}

/** The group of the toasts of all forms and buttons. The user uses one of them at a time. */
const SCREEN = 'screen'

/** The newest toast of each group. It may be closed already. */
const newest = new Map<string, { id: string; type: TypeOptions }>()
let count = 0

/** Shows a toast, and closes the previous toast of its group. The library queues toasts until the container is mounted. */
export function showToast(type: TypeOptions, message: string, { autoClose, group = SCREEN, action }: NotifyOptions): void {
  placeToasts()
  const previous = newest.get(group)
  count += 1
  const id = `toast-${count}`
  newest.set(group, { id, type })
  const options: ToastOptions = { type, toastId: id }
  // The offline message always stays for the default time, so that the user can check the connection.
  if (autoClose && message !== OFFLINE) options.autoClose = autoClose
  toast(
    action
      ? ({ closeToast }: ToastContentProps) => (
          <>
            {message}
            <Button
              tone="quiet"
              size="small"
              onClick={() => {
                closeToast()
                action.run()
              }}
            >
              {action.label}
            </Button>
          </>
        )
      : message,
    options,
  )
  if (previous) toast.dismiss(previous.id)
}

/** Closes the toast of the screen's forms and buttons if it shows an error. */
export function closeErrorToast(): void {
  const shown = newest.get(SCREEN)
  if (shown?.type === 'error') toast.dismiss(shown.id)
}

/**
 * Toast transition without an animation. The library's own transitions wait for the end of an animation before they start the timer or
 * remove the toast. With reduced motion, or after a toast moved into a dialog, no animation ends, and the toast would never disappear.
 */
function AtOnce({ children, isIn, done, playToast }: ToastTransitionProps) {
  const play = useEffectEvent(playToast)
  const leave = useEffectEvent(done)
  useLayoutEffect(() => play(), [])
  useLayoutEffect(() => {
    if (!isIn) leave()
    positionSoon()
  }, [isIn])
  return children
}

function ToastIcon({ type }: Pick<ToastOptions, 'type'>) {
  if (type === 'success') return <CircleCheck aria-hidden="true" />
  if (type === 'error') return <CircleAlert aria-hidden="true" />
  return <Info aria-hidden="true" />
}

function CloseToast({ closeToast }: CloseButtonProps) {
  return <IconButton label="Dismiss" icon={<X />} onClick={closeToast} />
}

/** Contains all toasts. A modal dialog makes all elements outside it inert, so this element moves into the topmost dialog. */
let host: HTMLDivElement | undefined

function toastHost(): HTMLDivElement {
  if (host) return host
  host = document.createElement('div')
  host.popover = 'manual'
  host.className = 'toast-host'
  return host
}

/**
 * Moves the toasts into the topmost dialog. Call this function when a toast is shown, after a dialog opens, and before a dialog closes.
 * Pass the closing dialog as `leaving`, so that the toasts do not stay in it.
 */
export function placeToasts(leaving?: HTMLDialogElement): void {
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].filter((dialog) => !leaving?.contains(dialog))
  const home = (dialogs.at(-1) as HTMLElement | undefined) ?? document.body
  const host = toastHost()
  host.style.setProperty('--top', `${findToastTop(home, host)}px`)
  if (host.parentElement === home && host.matches(':popover-open')) return
  const times = new Map(animations().map((animation) => [targetOf(animation), animation.currentTime]))
  home.append(host)
  host.showPopover()
  // Moving an element restarts its animations. The times of the animations are restored, because a toast
  // closes when the animation of its progress bar ends.
  for (const animation of animations()) animation.currentTime = times.get(targetOf(animation)) ?? 0
}

let frame = 0

/** Computes the position of the visible toasts again, at most once for each frame of the browser. */
function positionSoon(): void {
  if (frame || !host?.parentElement || !host.querySelector('.Toastify__toast')) return
  frame = requestAnimationFrame(() => {
    frame = 0
    if (host?.parentElement) host.style.setProperty('--top', `${findToastTop(host.parentElement, host)}px`)
  })
}

/** Moves the toasts only if they cover a bar or a field in error. Otherwise, every scroll of a form would move the toasts. */
function positionAfterScroll(): void {
  if (host?.parentElement && coverBarsOrErrors(host.parentElement, host)) positionSoon()
}

const animations = () => toastHost().getAnimations({ subtree: true })
const targetOf = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target
