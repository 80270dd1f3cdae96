import { useEffect } from 'react'
import { lazyFile } from './lazy-part.tsx'

const toasts = lazyFile(async () => {
  const { default: Toasts, closeErrorToast, placeToasts, showToast } = await import('./Toasts.tsx')
  return { Toasts, closeErrorToast, placeToasts, showToast }
})

export interface NotifyOptions {
  /** Time in ms until the toast closes. Default: 5000. */
  autoClose?: number
  /**
   * A new toast closes the previous toast of the same group. By default, all forms and buttons share one group. Work that continues in the
   * background, such as uploads, has its own group, so that its toasts do not close the toasts of a form.
   */
  group?: string
}

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
