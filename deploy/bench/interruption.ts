const controller = new AbortController()

/** Aborted by Ctrl-C or a termination. */
export const interruption = controller.signal

const interrupted = new Promise<never>((_resolve, reject) => {
  interruption.addEventListener('abort', () => reject(interruption.reason))
})
interrupted.catch(() => {})

/** From here on a signal ends what a run waits for, so that everything open is closed on the way out. */
export function interruptOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => controller.abort(new Error('This run was interrupted.')))
  }
}

/** Settles as `work` does, but fails at an interruption: for whatever takes its time. */
export async function unlessInterrupted<T>(work: Promise<T>): Promise<T> {
  interruption.throwIfAborted()
  return Promise.race([work, interrupted])
}
