const controller = new AbortController()

/** Signal that is aborted by SIGINT (Ctrl-C) or SIGTERM. */
export const interruption = controller.signal

const interrupted = new Promise<never>((_resolve, reject) => {
  interruption.addEventListener('abort', () => reject(interruption.reason))
})
interrupted.catch(() => {})

/** On SIGINT or SIGTERM, aborts `interruption`. The bench then stops everything that it started, and the process exits. */
export function interruptOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => controller.abort(new Error('This run was interrupted.')))
  }
}

/** Returns the result of `work`, but rejects immediately if the run is interrupted. Use this function for all work that can take long. */
export async function unlessInterrupted<T>(work: Promise<T>): Promise<T> {
  interruption.throwIfAborted()
  return Promise.race([work, interrupted])
}
