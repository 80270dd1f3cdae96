/** What was read of an answer. */
interface Heard {
  response: Response
  text: string
}

/** What the page asked before the app was there, by whose token and which address. */
export type AskedAhead = Record<string, Promise<Heard>>

declare global {
  interface Window {
    askedAhead?: AskedAhead
  }
}

/** The answer to what was asked ahead, given once and to the same person. */
export function takeAnswer(url: string, authorization: string | undefined): Promise<Heard> | undefined {
  const { askedAhead = {} } = window
  const key = authorization + url
  const answer = askedAhead[key]
  delete askedAhead[key]
  return answer
}

/** From now on everything is asked anew. Tells whether anything had been asked ahead. */
export function endAskingAhead(): boolean {
  const { askedAhead } = window
  delete window.askedAhead
  return askedAhead !== undefined
}
