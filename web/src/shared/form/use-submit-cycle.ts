import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ButtonState } from '../ui/Button.tsx'

/**
 * A button's way round: idle, busy while something is sent, done when it has been, and idle again `idleAfter`
 * milliseconds later, which `onIdle` hears of; never again without.
 */
export function useSubmitCycle(idleAfter?: number, onIdle?: () => void) {
  const [state, setState] = useState<ButtonState>('idle')
  // Known at once: what is pressed twice in a moment is sent once.
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
