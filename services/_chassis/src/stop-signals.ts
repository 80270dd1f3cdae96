/** The terminal and whoever started us, such as npm, may both hand on the same Ctrl-C. */
const SAME_SIGNAL_MS = 500
const ENDED_BY_SIGNAL = 130

/** Calls `stop` at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function onStopSignal(stop: () => void): void {
  let stoppingSince: number | undefined
  const end = (): void => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now()
      stop()
    } else if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(ENDED_BY_SIGNAL)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}
