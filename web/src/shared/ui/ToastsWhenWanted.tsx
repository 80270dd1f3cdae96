import { useEffect } from 'react'
import { inChunk } from './chunk.tsx'
import { useToastsWanted, wantToasts } from './toasts-wanted.ts'

const Toasts = inChunk(() => import('./Toasts.tsx'))

const FIRST_TOUCH = ['pointerdown', 'keydown'] as const

/**
 * Toasts come in a chunk of their own, so that no page's first load carries them: fetched at the first touch or key,
 * which is before anything can fail for want of a network, and otherwise with the first toast.
 */
export function ToastsWhenWanted() {
  const wanted = useToastsWanted()

  useEffect(() => {
    for (const event of FIRST_TOUCH) window.addEventListener(event, wantToasts, { once: true, capture: true })
    return () => {
      for (const event of FIRST_TOUCH) window.removeEventListener(event, wantToasts, { capture: true })
    }
  }, [])

  return wanted && <Toasts />
}
