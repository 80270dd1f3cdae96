/** A loop waits for a wake-up or a timeout. If `raise` is called before `wait`, the next `wait` ends immediately. */
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
