import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { type CloseButtonProps, Slide, ToastContainer, type ToastOptions } from 'react-toastify/unstyled'
import { IconButton } from './IconButton.tsx'
import './toasts.css'
import { placeToasts, toastHost } from './toast-host.ts'

/** Top right, above everything, dialogs included. Rendered once, by the app; `notify` fills it. */
export function Toasts() {
  useEffect(placeToasts, [])
  return createPortal(
    <ToastContainer
      position="top-right"
      icon={ToastIcon}
      closeButton={CloseToast}
      hideProgressBar
      transition={Slide}
      newestOnTop
      limit={4}
      pauseOnFocusLoss={false}
      draggable={false}
    />,
    toastHost,
  )
}

function ToastIcon({ type }: Pick<ToastOptions, 'type'>) {
  if (type === 'success') return <CircleCheck aria-hidden="true" />
  if (type === 'error') return <CircleAlert aria-hidden="true" />
  return <Info aria-hidden="true" />
}

function CloseToast({ closeToast }: CloseButtonProps) {
  return <IconButton label="Dismiss" icon={<X />} onClick={closeToast} />
}
