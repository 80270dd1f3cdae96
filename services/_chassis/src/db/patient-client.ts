import pg from 'pg'

type Settle = (error: Error | null, result?: unknown) => void

/**
 * Clients whose queries fail when no answer has come for so long: Postgres is frozen, or the line dead. What comes later is not heard; the
 * client is to be ended. By its own `query_timeout`, and where it answers by promises, `pg` gives a query its callback after it
 * was made, and V8 then takes the query, with all that it read, for what lives long: 1.4 kB of the smallest one until
 * the next full collection, where there are 30 bytes if the callback comes with it (ADR 0048).
 */
export function clientsWithPatience(milliseconds: number) {
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: it takes and gives what `pg` does, in all its shapes
    override query(asked: any, values?: any, settle?: any): any {
      if (typeof values === 'function') return this.#ask(asked, undefined, values)
      if (settle) return this.#ask(asked, values, settle)
      return new Promise((resolve, reject) => this.#ask(asked, values, (error, result) => (error ? reject(error) : resolve(result))))
    }

    #ask(asked: string, values: unknown[] | undefined, settle: Settle): void {
      let isSettled = false
      const settleOnce: Settle = (error, result) => {
        if (isSettled) return
        isSettled = true
        clearTimeout(timer)
        settle(error, result)
      }
      const timer = setTimeout(() => settleOnce(new Error('Query read timeout')), milliseconds)
      super.query(asked, values as unknown[], settleOnce as (error: Error | null) => void)
    }
  }
}
