/** Result of an input: a status code, or the connection error. */
export type Outcome = number | string

/** An input for a route or parser. It can be sent several times. */
export interface Input {
  /** Id of the route, or name of the parser. */
  covers: string
  /** Description for the report. */
  what: string
  send(): Promise<Outcome>
}

/** Generates random inputs for a route or parser. */
export interface Generator {
  covers: string
  /** Generators of the kinds of input. The fuzzer sends one input of each kind first and then chooses randomly. */
  kinds: readonly ((random: () => number) => Input)[]
}
