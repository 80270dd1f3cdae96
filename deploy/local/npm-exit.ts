const CHECK_MS = 250

/** Calls `stop` when the npm process that started this process exits, because npm does not forward SIGHUP and SIGKILL. */
export function onNpmExit(stop: () => void): void {
  // Without npm, the parent is a shell. A background process may run longer than its shell, so the shell's exit must not stop the product.
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, CHECK_MS).unref()
}
