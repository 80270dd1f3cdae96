/** Result of an input: a status code, or the connection error. */
export type Outcome = number | string

export interface Input {
  covers: string
  what: string
  send(): Promise<Outcome>
}

export interface Generator {
  covers: string
  /** One generator for each kind of input. The fuzzer first sends one input of each kind and then chooses randomly. */
  kinds: readonly ((random: () => number) => Input)[]
}
