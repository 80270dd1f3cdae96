import { useEffect, useRef, useState } from 'react'
import type { ButtonState } from '../ui/Button.tsx'

/**
 * A button's way round: idle, busy while something is sent, done when it has been, and idle again `idleAfter`
 * milliseconds later; never again without.
 */
export function useSubmitCycle(idleAfter?: number) {
  const [state, setState] = useState<ButtonState>('idle')
  // Known at once: what is pressed twice in a moment is sent once.
  const now = useRef(state)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  function go(next: ButtonState): void {
    now.current = next
    setState(next)
  }

  async function run<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    go('busy')
    try {
      const answer = await send()
      go('done')
      if (idleAfter !== undefined) timer.current = setTimeout(() => go('idle'), idleAfter)
      return answer
    } catch (error) {
      go('idle')
      throw error
    }
  }

  return { state, isIdle: () => now.current === 'idle', run }
}
