import type { Part } from './parts.ts'

interface PartStack {
  /** Waits for a part to be open and keeps it for the stop. */
  open<T extends Part>(part: Promise<T>): Promise<T>
  /** Closes what is open, the last opened first. One that fails to keeps no other open. */
  stop(): Promise<void>
}

/** The parts a run has opened so far: a start that fails half-way closes them as its end would. */
export function partStack(): PartStack {
  const opened: Part[] = []
  return {
    async open(part) {
      const ready = await part
      opened.push(ready)
      return ready
    },
    async stop() {
      const failures: unknown[] = []
      for (const part of opened.splice(0).reverse()) await part.stop().catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}
