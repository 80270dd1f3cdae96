/**
 * Makes a loader that never runs twice at once: what is asked for while it runs is one more run behind it. A burst of
 * live events so costs two loads, and the last one always began after the last event.
 */
export function oneAtATime(load: () => Promise<unknown>): () => Promise<void> {
  let running = false
  let again = false

  return async () => {
    again = true
    if (running) return
    running = true
    try {
      while (again) {
        again = false
        await load()
      }
    } finally {
      running = false
    }
  }
}
