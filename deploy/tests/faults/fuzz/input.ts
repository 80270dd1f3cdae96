/** Result of an input: a status code, or the connection error. */
export type Outcome = number | string

export interface Input {
  covers: string
  what: string
  send(): Promise<Outcome>
}

export interface Generator {
  covers: string
  /** Functions that create an input, one for each kind. The fuzzer first sends one input of each kind, and then inputs of random kinds. */
  kinds: readonly ((random: () => number) => Input)[]
}
