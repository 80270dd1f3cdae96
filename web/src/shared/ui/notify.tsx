import { useEffect } from 'react'
import { lazyFile } from './lazy-part.tsx'

/** What shows toasts. */
const toasts = lazyFile(async () => {
  const { default: Toasts, placeToasts, showToast } = await import('./Toasts.tsx')
  return { Toasts, placeToasts, showToast }
})

interface NotifyOptions {
  /** Milliseconds on screen; the library's 5000 if not given. */
  autoClose?: number
}

function show(type: 'success' | 'error' | 'info') {
  return (message: string, { autoClose }: NotifyOptions = {}): void => {
    void toasts.load().then((arrived) => {
      // The network is gone, and with it whatever else could say so.
      if (!arrived) return window.alert(message)
      arrived.showToast(type, message, autoClose)
    })
  }
}

export const notify = { success: show('success'), error: show('error'), info: show('info') }

/** Call after a dialog opens, and before one closes, which is then `leaving` with all that is in it. */
export const placeToasts = (leaving?: HTMLDialogElement): void => toasts.now().arrived?.placeToasts(leaving)

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

  return arrived && <arrived.Toasts />
}
