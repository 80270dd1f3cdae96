/** Resolves after a time, or as soon as the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const end = () => {
    clearTimeout(timer)
    resolve()
  }
  signal.addEventListener('abort', end)
  return promise.finally(() => signal.removeEventListener('abort', end))
}
