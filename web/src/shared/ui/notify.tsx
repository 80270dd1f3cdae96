import { useEffect } from 'react'
import { lazyFile } from './lazy-part.tsx'
import type { NotifyOptions } from './Toasts.tsx'

const toasts = lazyFile(async () => {
  const { default: Toasts, closeErrorToast, placeToasts, showToast } = await import('./Toasts.tsx')
  return { Toasts, closeErrorToast, placeToasts, showToast }
})

function show(type: 'success' | 'error' | 'info') {
  return (message: string, options: NotifyOptions = {}): void => {
    void toasts.load().then((arrived) => {
      // The chunk could not be loaded, probably because the network is down.
      if (!arrived) return window.alert(message)
      arrived.showToast(type, message, options)
    })
  }
}

export const notify = { success: show('success'), error: show('error'), info: show('info') }

/** Toasts that close after 500 ms, so important messages are also shown in the page. */
export const toast = {
  success: (message: string) => notify.success(message, { autoClose: 500 }),
  failed: (message: string) => notify.error(message, { autoClose: 500 }),
}

/** Closes the error toast of the screen's forms and buttons. Call this function when the user submits a form again. */
export const closeErrorToast = (): void => toasts.now().arrived?.closeErrorToast()

/**
 * Moves the toasts into the topmost dialog. Call this function after a dialog opens, and before a dialog closes. Pass the closing dialog as
 * `leaving`, so that the toasts do not stay in it.
 */
export const placeToasts = (leaving?: HTMLDialogElement): void => toasts.now().arrived?.placeToasts(leaving)

const TOUCHES = ['pointerdown', 'keydown'] as const

/** Renders the toasts. Their chunk is loaded at the first click or key press, or with the first toast. Render this component once. */
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
