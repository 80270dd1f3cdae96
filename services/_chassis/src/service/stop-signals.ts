/** A terminal and npm may both forward the same Ctrl-C, so further signals within this time are ignored. */
const SAME_SIGNAL_MS = 500
const ENDED_BY_SIGNAL = 130

/** Calls `stop` at the first SIGINT, SIGTERM or SIGHUP. Another signal, later than `SAME_SIGNAL_MS`, ends the process immediately. */
export function onStopSignal(stop: () => void): void {
  let stoppingSince: number | undefined
  const end = (): void => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now()
      stop()
    } else if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(ENDED_BY_SIGNAL)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
}
