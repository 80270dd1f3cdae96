/** A form on screen that may hold what was not sent. */
interface OpenForm {
  element: () => Element | null
  isUnsent: () => boolean
  /** Asks, and goes on with `leave` once what it holds may be lost. */
  ask: (leave: () => void) => void
}

/** With the place in the browser's history at which each was opened. */
const openForms = new Map<OpenForm, number>()
/** The place in the browser's history that the page is at, as the router counts them. */
let at = 0

/** Goes on with `leave`, after a question for each form within `place` that holds what was not sent. */
export function leaveForms(leave: () => void, place: Node = document): void {
  const unsent = [...openForms.keys()].find((form) => form.isUnsent() && place.contains(form.element()))
  if (unsent) unsent.ask(() => leaveForms(leave, place))
  else leave()
}

type Ask = OpenForm['ask']

/** What goes on beside the forms for as long as somebody is signed in. */
const underWay = new Set<Ask>()

/** Has who logs out asked first, until it is told to stop. */
export function guardSession(ask: Ask): () => unknown {
  underWay.add(ask)
  return () => underWay.delete(ask)
}

/** Goes on with `leave`, which ends the session, after a question for all that would be lost with it. */
export function leaveSession(leave: () => void): void {
  leaveForms(() => {
    const [ask] = underWay
    if (ask) ask(leave)
    else leave()
  })
}

/** Whether a form on screen holds what was not sent. */
export const isAnythingUnsent = (): boolean => [...openForms.keys()].some((form) => form.isUnsent())

/** Has Back and Forward ask before they leave a form, as long as it is on screen. Returns how to stop. */
export function guardForm(form: OpenForm): () => unknown {
  recordHistoryPosition()
  openForms.set(form, at)
  return () => openForms.delete(form)
}

/** Records the position in the browser's history after the page itself navigated. */
export function recordHistoryPosition(): void {
  at = window.history.state?.idx ?? 0
}

/** The browser has moved when it tells: it is moved back, and on again after the answer. */
function holdBack(event: PopStateEvent): void {
  const to: number | undefined = event.state?.idx
  // A place within the page alone.
  if (to === undefined) return
  // What was opened over a form may close: the form stays.
  const staysOpen = (openedAt: number) => openedAt <= to && to < at
  const left = [...openForms].find(([form, openedAt]) => form.isUnsent() && !staysOpen(openedAt))
  if (!left) {
    at = to
    return
  }
  event.stopImmediatePropagation()
  const steps = to - at
  // Back again where it was held.
  if (steps === 0) return
  window.history.go(-steps)
  left[0].ask(() => window.history.go(steps))
}

// A window tells its listeners in the order in which they came: the app has this file read before its router is made.
if (typeof window !== 'undefined') window.addEventListener('popstate', holdBack)
