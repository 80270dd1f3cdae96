/** What was read of an answer. */
interface Heard {
  response: Response
  text: string
}

/** What the page asked before the app was there, by address, and with whose token. */
export interface AskedAhead {
  authorization: string
  answers: Map<string, Promise<Heard>>
}

declare global {
  interface Window {
    askedAhead?: AskedAhead
  }
}

/** The answer to what was asked ahead, given once and to the same person. */
export function takeAnswer(url: string, authorization: string | undefined): Promise<Heard> | undefined {
  const { askedAhead } = window
  if (askedAhead?.authorization !== authorization) return undefined
  const answer = askedAhead?.answers.get(url)
  askedAhead?.answers.delete(url)
  return answer
}

/** From now on everything is asked anew. Tells whether anything had been asked ahead. */
export function endAskingAhead(): boolean {
  const wasAsked = window.askedAhead !== undefined
  delete window.askedAhead
  return wasAsked
}
