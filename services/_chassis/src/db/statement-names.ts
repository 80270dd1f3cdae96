/** Statements that get a name, so that Postgres parses and plans them once a connection. */
const MOST_NAMED = 500

/** What the statements of a pool are called on its connections. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  #generation = 0

  /** Undefined once enough statements have a name: a text that is made up each time would fill every connection. */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known) return known
    if (this.#names.size >= MOST_NAMED) return undefined
    const name = `s${this.#generation}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /**
   * Forgets all names, because what `name` stands for has become stale on some connection, and may be so on every other
   * one. Of many that find out at once, the first renews.
   */
  renew(text: string, name: string | undefined): void {
    if (this.#names.get(text) !== name) return
    this.#names.clear()
    this.#generation += 1
  }
}
