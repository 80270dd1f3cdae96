import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ButtonState } from '../ui/Button.tsx'

/**
 * Manages the state of a submit button. After a success, the state is `done`. If `idleAfter` is set, the state becomes `idle` after this
 * time in ms, and the hook calls `onIdle`.
 */
export function useSubmitCycle(idleAfter?: number, onIdle?: () => void) {
  const [state, setState] = useState<ButtonState>('idle')
  // A ref, so that a second press before the next render does not send again.
  const now = useRef(state)

  function go(next: ButtonState): void {
    now.current = next
    setState(next)
  }

  const goIdle = useEffectEvent(() => {
    go('idle')
    onIdle?.()
  })
  useEffect(() => {
    if (state !== 'done' || idleAfter === undefined) return
    const timer = setTimeout(() => goIdle(), idleAfter)
    return () => clearTimeout(timer)
  }, [state, idleAfter])

  async function run<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    go('busy')
    try {
      const answer = await send()
      go('done')
      return answer
    } catch (error) {
      go('idle')
      throw error
    }
  }

  return { state, isIdle: () => now.current === 'idle', run }
}
