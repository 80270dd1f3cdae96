/** Scripts can create these events, but only real input is marked as trusted. */
const INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'input'] as const

/** Time of the first trusted input, in ms since the page began to load. */
let firstInputAt = Number.POSITIVE_INFINITY

function recordFirstInput({ isTrusted, timeStamp }: Event): void {
  if (!isTrusted) return
  firstInputAt = timeStamp
  for (const type of INPUT_EVENTS) window.removeEventListener(type, recordFirstInput, { capture: true })
}

/** Starts to observe whether the page receives input from a person. */
export function observeInput(): void {
  for (const type of INPUT_EVENTS) window.addEventListener(type, recordFirstInput, { capture: true, passive: true })
}

/** The press that confirmed a decision. */
export interface Press {
  /** Time of the press, in ms since the page began to load. */
  at: number
  /** Duration of the press in ms. 0 if the user typed the number instead of holding the button. */
  heldMs: number
}

/** Returns the `interaction` of a decision, which helps the server to recognize mail scanners. */
export const interactionOf = ({ at, heldMs }: Press) => ({
  // The press itself can be the first input, for example on a phone.
  pointerOrKey: firstInputAt <= at,
  heldMs: Math.round(heldMs),
  automated: navigator.webdriver === true,
})

/** Returns the `interaction` as fields of a form. */
export function interactionFields(press: Press) {
  const { pointerOrKey, heldMs, automated } = interactionOf(press)
  const flag = (value: boolean) => (value ? 'true' : 'false')
  return { pointerOrKey: flag(pointerOrKey), heldMs: String(heldMs), automated: flag(automated) } as const
}
