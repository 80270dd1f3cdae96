import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { type CloseButtonProps, ToastContainer, type ToastOptions, type ToastTransitionProps } from 'react-toastify/unstyled'
import { IconButton } from './Button.tsx'
import './toasts.css'

/** Top right, above everything, dialogs included; `notify` fills it. */
export default function Toasts() {
  return (
    <ToastContainer
      position="top-right"
      icon={ToastIcon}
      closeButton={CloseToast}
      hideProgressBar
      transition={AtOnce}
      newestOnTop
      pauseOnFocusLoss={false}
      draggable={false}
    />
  )
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
