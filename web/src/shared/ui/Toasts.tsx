import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import {
  type CloseButtonProps,
  ToastContainer,
  type ToastOptions,
  type ToastTransitionProps,
  type TypeOptions,
  toast,
} from 'react-toastify/unstyled'
import { OFFLINE } from '../api/api-error.ts'
import { IconButton } from './Button.tsx'
import './toasts.css'

/** Container of the toasts, in the top right corner above everything, including dialogs. Toasts come from `notify`. */
export default function Toasts() {
  useEffect(() => placeToasts(), [])

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

/** Shows a toast. The library queues toasts until the container is mounted. */
export function showToast(type: TypeOptions, message: string, autoClose?: number): void {
  placeToasts()
  // With this id, the library does not show the same toast twice, but restarts the timer of the visible toast.
  const options: ToastOptions = { type, toastId: `${type}:${message}` }
  // The offline message always stays for the default time, so that the user can check the connection.
  if (autoClose && message !== OFFLINE) options.autoClose = autoClose
  toast(message, options)
}

/**
 * Toast transition without an animation. The library's own transitions wait for the end of an animation before they start the timer or
 * remove the toast. With reduced motion, or after a toast moved into a dialog, no animation ends, and the toast would never disappear.
 */
function AtOnce({ children, isIn, done, playToast }: ToastTransitionProps) {
  const play = useEffectEvent(playToast)
  const leave = useEffectEvent(done)
  useLayoutEffect(() => play(), [])
  useEffect(() => {
    if (!isIn) leave()
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

/** Returns the bottom edge, in px, of the lowest bar of a page or dialog. Bars have `data-bar`, for example the top bar. */
function endOfBars(home: HTMLElement): number {
  const bars = [...home.querySelectorAll('[data-bar]')].filter((bar) => bar.closest('dialog, body') === home)
  return Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().bottom))
}

/**
 * Moves the toasts into the topmost dialog. Call this function when a toast is shown, after a dialog opens, and before a dialog closes.
 * Pass the closing dialog as `leaving`, so that the toasts do not stay in it.
 */
export function placeToasts(leaving?: HTMLDialogElement): void {
  const dialogs = [...document.querySelectorAll('dialog:modal')].filter((dialog) => !leaving?.contains(dialog))
  const home = (dialogs.at(-1) as HTMLElement | undefined) ?? document.body
  const host = toastHost()
  host.style.setProperty('--bar', `${endOfBars(home)}px`)
  if (host.parentElement === home && host.matches(':popover-open')) return
  const times = new Map(animations().map((animation) => [targetOf(animation), animation.currentTime]))
  home.append(host)
  host.showPopover()
  // Moving an element restarts its animations. The times of the animations are restored, because a toast
  // closes when the animation of its progress bar ends.
  for (const animation of animations()) animation.currentTime = times.get(targetOf(animation)) ?? 0
}

const animations = () => toastHost().getAnimations({ subtree: true })
const targetOf = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target
