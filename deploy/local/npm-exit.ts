const CHECK_MS = 250

/**
 * Calls `stop` once when the npm process that started this process has exited. npm forwards SIGINT and SIGTERM, but it dies
 * of SIGHUP and SIGKILL without telling its child. The operating system then gives this process another parent.
 * Without npm nothing is watched: a process that a shell started in the background may outlive that shell.
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
