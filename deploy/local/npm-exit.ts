const CHECK_MS = 250

/**
 * Calls `stop` when the npm process that started this process has exited, because npm does not forward SIGHUP and SIGKILL. The operating
 * system then gives this process another parent. Does nothing without npm, because a background process may outlive its shell.
 */
export function onNpmExit(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, CHECK_MS).unref()
}
