/** Lets a loop sleep until it is woken or a time has passed. A wake-up while it works is not lost: it ends the next sleep at once. */
export interface Signal {
  raise(): void
  wait(ms: number): Promise<void>
}

export function createSignal(): Signal {
  let raised = false
  let wake: (() => void) | undefined
  return {
    raise() {
      raised = true
      wake?.()
    },
    async wait(ms) {
      if (!raised && ms > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = undefined
      }
      raised = false
    },
  }
}
