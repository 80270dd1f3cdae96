import { Gauge, type Registry } from 'prom-client'

interface LookupGauge<L extends string> {
  name: string
  help: string
  labelNames?: readonly L[]
  /** Asked at each scrape; must end by itself within seconds, and cost next to nothing. */
  read(): Promise<readonly { labels?: Record<L, string>; value: number }[]>
}

/** A gauge that is looked up elsewhere. While that fails it is not shown, and all other figures are. */
export function lookupGauge<L extends string = never>(registry: Registry, { name, help, labelNames = [], read }: LookupGauge<L>): void {
  new Gauge<L>({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const samples = await read().catch(() => undefined)
      this.reset()
      // Without labels a gauge falls back to 0, which would be a figure.
      if (!samples && labelNames.length === 0) this.remove()
      for (const { labels, value } of samples ?? []) this.set((labels ?? {}) as Record<L, string>, value)
    },
  })
}
