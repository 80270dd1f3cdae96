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

/** Top right, above everything, dialogs included; `notify` fills it. */
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

/** What is shown before the container stands on the page is kept until it does. */
export function showToast(type: TypeOptions, message: string, autoClose?: number): void {
  placeToasts()
  // The same message twice at once says nothing new; its clock starts again instead.
  const options: ToastOptions = { type, toastId: `${type}:${message}` }
  // No part of the app is too brief about this one: the next thing to do is not in the app.
  if (autoClose && message !== OFFLINE) options.autoClose = autoClose
  toast(message, options)
}

/**
 * Starts a toast's clock as it comes and takes it away as it goes. The library's own transitions wait for the end of an
 * animation; where that is missed (motion reduced, or the toasts moving into a dialog), the toast would stay for ever.
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

/**
 * Where toasts live: one element in the top layer. A modal dialog makes all outside it inert and paints above it,
 * so the element moves into the topmost open dialog, where toasts stay visible, readable and operable.
 */
let made: HTMLDivElement | undefined

function toastHost(): HTMLDivElement {
  if (made) return made
  made = document.createElement('div')
  made.popover = 'manual'
  made.className = 'toast-host'
  return made
}

/** Where the bars of a page or dialog end (`data-bar`: its top bar, and the title of a section with its buttons), in px. */
function endOfBars(home: HTMLElement): number {
  const bars = [...home.querySelectorAll('[data-bar]')].filter((bar) => bar.closest('dialog, body') === home)
  return Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().bottom))
}

/** Call when a toast comes, after a dialog opens, and before one closes, which is then `leaving` with all that is in it. */
export function placeToasts(leaving?: HTMLDialogElement): void {
  const dialogs = [...document.querySelectorAll('dialog:modal')].filter((dialog) => !leaving?.contains(dialog))
  const home = (dialogs.at(-1) as HTMLElement | undefined) ?? document.body
  const host = toastHost()
  host.style.setProperty('--bar', `${endOfBars(home)}px`)
  if (host.parentElement === home && host.matches(':popover-open')) return
  const times = new Map(animations().map((animation) => [targetOf(animation), animation.currentTime]))
  home.append(host)
  host.showPopover()
  // A moved element begins its animations anew, and one of them is the clock that closes its toast.
  for (const animation of animations()) animation.currentTime = times.get(targetOf(animation)) ?? 0
}

const animations = () => toastHost().getAnimations({ subtree: true })
const targetOf = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target
