/** A form on the screen that can have unsent input. */
interface OpenForm {
  element: () => Element | null
  isUnsent: () => boolean
  /** Asks the user for confirmation. Calls `leave` if the input may be discarded. */
  ask: (leave: () => void) => void
}

/** The open forms, each with the position in the browser's history at which it was opened. */
const openForms = new Map<OpenForm, number>()
/** The current position in the browser's history, as the router counts it (`history.state.idx`). */
let at = 0

/** Calls `leave`, after asking for confirmation for each form inside `place` that has unsent input. */
export function leaveForms(leave: () => void, place: Node = document): void {
  const unsent = [...openForms.keys()].find((form) => form.isUnsent() && place.contains(form.element()))
  if (unsent) unsent.ask(() => leaveForms(leave, place))
  else leave()
}

type Ask = OpenForm['ask']

/** Questions to ask before a sign-out, from work in progress outside of forms, such as uploads. */
const sessionGuards = new Set<Ask>()

/** Registers a question that is asked before the user signs out. Returns a function that unregisters it. */
export function guardSession(ask: Ask): () => unknown {
  sessionGuards.add(ask)
  return () => sessionGuards.delete(ask)
}

/** Calls `leave`, which ends the session, after asking for confirmation for each form and for other work in progress. */
export function leaveSession(leave: () => void): void {
  leaveForms(() => {
    const [ask] = sessionGuards
    if (ask) ask(leave)
    else leave()
  })
}

/** Whether a form on the screen has unsent input. */
export const isAnythingUnsent = (): boolean => [...openForms.keys()].some((form) => form.isUnsent())

/** Makes Back and Forward ask for confirmation before they leave the form. Returns a function that unregisters the form. */
export function guardForm(form: OpenForm): () => unknown {
  recordHistoryPosition()
  openForms.set(form, at)
  return () => openForms.delete(form)
}

/** Records the position in the browser's history after the page itself navigated. */
export function recordHistoryPosition(): void {
  at = window.history.state?.idx ?? 0
}

/**
 * Asks before Back or Forward leaves a form. The browser fires `popstate` after it has moved, so it is moved back, and forward again after
 * the confirmation.
 */
function guardHistory(event: PopStateEvent): void {
  const to: number | undefined = event.state?.idx
  // Entries without a router index are links to a place in the page.
  if (to === undefined) return
  // Forms that were opened before the target entry stay on the screen, for example when only a dialog over them closes.
  const staysOpen = (openedAt: number) => openedAt <= to && to < at
  const left = [...openForms].find(([form, openedAt]) => form.isUnsent() && !staysOpen(openedAt))
  if (!left) {
    at = to
    return
  }
  event.stopImmediatePropagation()
  const steps = to - at
  // This event comes from the move back below.
  if (steps === 0) return
  window.history.go(-steps)
  left[0].ask(() => window.history.go(steps))
}

// `popstate` listeners run in the order of registration. The app imports this file before it creates its router.
if (typeof window !== 'undefined') window.addEventListener('popstate', guardHistory)
