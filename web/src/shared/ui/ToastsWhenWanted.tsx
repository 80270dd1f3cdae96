import { useEffect } from 'react'
import { toasts } from './notify.ts'

const TOUCHES = ['pointerdown', 'keydown'] as const

/**
 * Toasts come in a bundle of their own, so that no page's first load carries them: fetched at the first touch or key, which
 * is before most things that can fail for want of a network, and otherwise with the first toast.
 */
export function ToastsWhenWanted() {
  const { arrived } = toasts.useFile()

  useEffect(() => {
    for (const event of TOUCHES) window.addEventListener(event, toasts.load, { capture: true })
    return () => {
      for (const event of TOUCHES) window.removeEventListener(event, toasts.load, { capture: true })
    }
  }, [])

  return arrived && <arrived.default />
}
