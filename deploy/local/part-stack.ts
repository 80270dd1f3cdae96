import type { Part } from './parts.ts'

interface PartStack {
  open<T extends Part>(part: Promise<T>): Promise<T>
  /** Stops the opened parts in reverse order. If a part fails to stop, the others are still stopped, and the first error is thrown. */
  stop(): Promise<void>
}

/** Collects the parts that a run has opened, so that a failed start and a normal stop close them in the same way. */
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
