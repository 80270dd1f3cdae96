/** What one input came to: a status code, or how the connection failed. */
export type Outcome = number | string

/** One input for one route or parser. It can be sent again. */
export interface Input {
  /** The id of a route, or the name of a parser. */
  covers: string
  /** What it is, in words for the report. */
  what: string
  send(): Promise<Outcome>
}

/** Makes inputs for one route or parser; the random source decides which. */
export interface Generator {
  covers: string
  /** One input of each kind: every one of them is sent before chance decides. */
  kinds: readonly ((random: () => number) => Input)[]
}
