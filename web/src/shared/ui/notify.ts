import type { ToastOptions } from 'react-toastify/unstyled'
import { OFFLINE } from '../api/api-error.ts'
import { lazyFile } from './lazy-part.tsx'
import { placeToasts } from './toast-host.ts'

/** What shows toasts; rendered by the app. */
export const toasts = lazyFile(() => import('./Toasts.tsx'))

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
