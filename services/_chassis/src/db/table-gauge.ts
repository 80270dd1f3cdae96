import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'

/** Where a service's figures go, and where those that its tables tell are read. */
export interface Figures<T> {
  registry: Registry
  db: Kysely<T>
}

/** Nobody's answer waits for figures, and a scrape has no time for a database that stands still. */
export const SCRAPE_PATIENCE = { connectMs: 1_000, lockMs: 1_000, statementMs: 1_000 }

/** Rows are counted up to this: whether it is ten thousand or a million that wait is no matter, and each scrape pays for it. */
export const MOST_COUNTED = 10_000

/** How many of these rows there are, up to `MOST_COUNTED`; `rows` is what stands behind `from`. */
export async function countOf(db: QueryExecutorProvider, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from (select from ${rows} limit ${MOST_COUNTED}) as counted`.execute(db)
  return counted[0]?.count ?? 0
}

interface TableGauge<L extends string> {
  name: string
  help: string
  labelNames?: readonly L[]
  /** Asked at each scrape. Its queries take an index and look at `MOST_COUNTED` rows at most. */
  read(): Promise<readonly { labels?: Record<L, string>; value: number }[]>
}

/** A gauge of what tables hold. While they cannot be read it is not shown, and all other figures are. */
export function tableGauge<L extends string = never>(registry: Registry, { name, help, labelNames = [], read }: TableGauge<L>): void {
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
