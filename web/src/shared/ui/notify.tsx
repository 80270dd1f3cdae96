import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { ToastOptions } from 'react-toastify/unstyled'
import { OFFLINE } from '../api/api-error.ts'
import { lazyFile } from './lazy-part.tsx'

/** What shows toasts. */
const toasts = lazyFile(() => import('./Toasts.tsx'))

interface NotifyOptions {
  /** Milliseconds on screen; the library's 5000 if not given. */
  autoClose?: number
}

function show(type: 'success' | 'error' | 'info') {
  return (message: string, { autoClose }: NotifyOptions = {}): void => {
    placeToasts()
    // The same message twice at once says nothing new; its clock starts again instead.
    const options: ToastOptions = { type, toastId: `${type}:${message}` }
    // No part of the app is too brief about this one: the next thing to do is not in the app.
    if (autoClose && message !== OFFLINE) options.autoClose = autoClose
    void toasts.load().then(async (arrived) => {
      // The network is gone, and with it whatever else could say so.
      if (!arrived) return window.alert(message)
      // It came with them, and keeps what is said before its container stands on the page.
      const { toast } = await import('react-toastify/unstyled')
      toast(message, options)
    })
  }
}

export const notify = { success: show('success'), error: show('error'), info: show('info') }

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

const TOUCHES = ['pointerdown', 'keydown'] as const

/**
 * Toasts come in a bundle of their own, so that no page's first load carries them: fetched at the first touch or key, which
 * is before most things that can fail for want of a network, and otherwise with the first toast. Rendered once, by the app.
 */
export function ToastsWhenWanted() {
  const { arrived } = toasts.useFile()

  useEffect(() => {
    for (const event of TOUCHES) window.addEventListener(event, toasts.load, { capture: true })
    return () => {
      for (const event of TOUCHES) window.removeEventListener(event, toasts.load, { capture: true })
    }
  }, [])

  useEffect(() => {
    if (arrived) placeToasts()
  }, [arrived])

  return arrived && createPortal(<arrived.default />, toastHost())
}
