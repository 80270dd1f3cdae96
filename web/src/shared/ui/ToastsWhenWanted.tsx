import { useEffect } from 'react'
import { inChunk } from './chunk.tsx'
import { Spare } from './Spare.tsx'
import { missToasts, useToastsWanted, wantToasts } from './toasts-wanted.ts'

const Toasts = inChunk(() => import('./Toasts.tsx'))

const TOUCHES = ['pointerdown', 'keydown'] as const

/**
 * Toasts come in a chunk of their own, so that no page's first load carries them: fetched at the first touch or key, which
 * is before most things that can fail for want of a network, and otherwise with the first toast.
 */
export function ToastsWhenWanted() {
  const wanted = useToastsWanted()

  useEffect(() => {
    for (const event of TOUCHES) window.addEventListener(event, wantToasts, { capture: true })
    return () => {
      for (const event of TOUCHES) window.removeEventListener(event, wantToasts, { capture: true })
    }
  }, [])

  return (
    wanted && (
      <Spare onMissing={missToasts}>
        <Toasts />
      </Spare>
    )
  )
}
