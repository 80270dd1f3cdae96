interface OpenForm {
  element: () => Element | null
  isUnsent: () => boolean
  /** Whether the form stays open at the browser's current URL, for example at another step of the form. */
  isOpenAtUrl: () => boolean
  /** Asks the user for confirmation. Calls `leave` if the user discards the input. */
  ask: (leave: () => void) => void
}

/** The open forms. The number is the position in the browser's history at which a form was opened. */
const openForms = new Map<OpenForm, number>()
/** The current position in the browser's history (the router's `history.state.idx`). */
let at = 0

/** Asks for confirmation for each form inside `place` that has unsent input. Calls `leave` after all confirmations. */
export function leaveForms(leave: () => void, place: Node = document): void {
  const unsent = [...openForms.keys()].find((form) => form.isUnsent() && place.contains(form.element()))
  if (unsent) unsent.ask(() => leaveForms(leave, place))
  else leave()
}

type Ask = OpenForm['ask']

/** Functions that ask the user before a sign-out, because of work outside of forms, such as uploads. */
const sessionGuards = new Set<Ask>()

/** Registers a function that asks the user before a sign-out. Returns a function that unregisters it. */
export function guardSession(ask: Ask): () => unknown {
  sessionGuards.add(ask)
  return () => sessionGuards.delete(ask)
}

/** Asks for confirmation for each form and for other work in progress. `leave` then ends the session. */
export function leaveSession(leave: () => void): void {
  leaveForms(() => {
    const [ask] = sessionGuards
    if (ask) ask(leave)
    else leave()
  })
}

export const isAnythingUnsent = (): boolean => [...openForms.keys()].some((form) => form.isUnsent())

/** Asks for confirmation before Back or Forward leaves the form. Returns a function that unregisters the form. */
export function guardForm(form: OpenForm): () => unknown {
  recordHistoryPosition()
  openForms.set(form, at)
  return () => openForms.delete(form)
}

/** Records the position in the browser's history. The app must call this function after each navigation. */
export function recordHistoryPosition(): void {
  at = window.history.state?.idx ?? 0
}

/**
 * Asks for confirmation before Back or Forward leaves a form with unsent input. The browser fires `popstate` after it has moved to the
 * other history entry. So this function returns to the form's entry at once. If the user confirms, the function repeats the navigation.
 */
function guardHistory(event: PopStateEvent): void {
  const to: number | undefined = event.state?.idx
  // A history entry without the router's index comes from a link to a place in the same page.
  if (to === undefined) return
  // If a form was already open at the target entry, it stays open, for example when only a dialog over it closes.
  const staysOpen = (form: OpenForm, openedAt: number) => (openedAt <= to && to < at) || form.isOpenAtUrl()
  const left = [...openForms].find(([form, openedAt]) => form.isUnsent() && !staysOpen(form, openedAt))
  if (!left) {
    at = to
    return
  }
  event.stopImmediatePropagation()
  const steps = to - at
  // This event was caused by `go(-steps)` below.
  if (steps === 0) return
  window.history.go(-steps)
  left[0].ask(() => window.history.go(steps))
}

// `popstate` listeners run in the order of registration. So the app must import this file before it creates its router.
if (typeof window !== 'undefined') window.addEventListener('popstate', guardHistory)
