import type { ToastOptions } from 'react-toastify/unstyled'
import { placeToasts } from './toast-host.ts'
import { wantToasts } from './toasts-wanted.ts'

interface NotifyOptions {
  /** Milliseconds on screen; the library's 5000 if not given. */
  autoClose?: number
}

function show(type: 'success' | 'error' | 'info') {
  return (message: string, { autoClose }: NotifyOptions = {}): void => {
    wantToasts()
    placeToasts()
    // The same message twice at once says nothing new; its clock starts again instead.
    const options: ToastOptions = { type, toastId: `${type}:${message}`, ...(autoClose && { autoClose }) }
    // It keeps what is said before its container stands on the page.
    Promise.all([import('react-toastify/unstyled'), import('./Toasts.tsx')])
      .then(([{ toast }]) => toast(message, options))
      // The network is gone, and with it whatever else could say so.
      .catch(() => window.alert(message))
  }
}

export const notify = { success: show('success'), error: show('error'), info: show('info') }
