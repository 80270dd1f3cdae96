import { Gauge, type Registry } from 'prom-client'

interface LookupGauge<L extends string> {
  name: string
  help: string
  labelNames?: readonly L[]
  /** Called at each scrape, so it must be fast. */
  read(): Promise<readonly { labels?: Record<L, string>; value: number }[]>
}

/** Registers a gauge whose values are read at each scrape, for example from a table. If reading fails, only this gauge is omitted. */
export function lookupGauge<L extends string = never>(registry: Registry, { name, help, labelNames = [], read }: LookupGauge<L>): void {
  new Gauge<L>({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const samples = await read().catch(() => undefined)
      this.reset()
      // `reset` sets a gauge without labels to 0, which would look like a measured value.
      if (!samples && labelNames.length === 0) this.remove()
      for (const { labels, value } of samples ?? []) this.set((labels ?? {}) as Record<L, string>, value)
    },
  })
}
