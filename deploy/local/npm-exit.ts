const CHECK_MS = 250

/**
 * Calls `stop` once when the npm process that started this process has exited. npm forwards SIGINT and SIGTERM to its child, but not
 * SIGHUP and SIGKILL. When npm has exited, the operating system gives this process another parent.
 * Does nothing if npm did not start this process, because a background process may run longer than its shell.
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
