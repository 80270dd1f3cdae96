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

/** Asks for confirmation for each form and for each other work in progress. `leave` then ends the session. */
export function leaveSession(leave: () => void): void {
  const askInTurn = ([ask, ...others]: readonly Ask[]): void => (ask ? ask(() => askInTurn(others)) : leave())
  leaveForms(() => askInTurn([...sessionGuards]))
}

export const isAnythingUnsent = (): boolean => [...openForms.keys()].some((form) => form.isUnsent())

/** Asks for confirmation before Back or Forward leaves the form. Returns a function that unregisters the form. */
export function guardForm(form: OpenForm): () => unknown {
  recordHistoryPosition()
  openForms.set(form, at)
  return () => openForms.delete(form)
}

/** Records the position in the browser's history. The app calls this function after each navigation. */
export function recordHistoryPosition(): void {
  at = window.history.state?.idx ?? 0
}

interface OpenDialog {
  /** The position in the browser's history at which the dialog was opened. */
  openedAt: number
  close: () => void
}

/** The open dialogs. The last one is on top. */
const openDialogs: OpenDialog[] = []

/** Adds the page without its panel to the history, below the current entry. Undefined if the panel was opened by a click. */
let addEntryBelow: (() => void) | undefined

/**
 * Registers an open dialog. Back then calls `close`, if the dialog is on top. Returns a function that unregisters the dialog. If the page
 * was opened with a panel, Back would leave the page. So an entry below is added when a dialog opens over the panel.
 */
export function registerDialog(close: () => void): () => void {
  if (openDialogs.length > 0) addEntryBelow?.()
  recordHistoryPosition()
  const dialog: OpenDialog = { openedAt: at, close }
  openDialogs.push(dialog)
  return () => void openDialogs.splice(openDialogs.indexOf(dialog), 1)
}

/** Registers the function that adds an entry below the panel with which the page was opened. Returns a function that unregisters it. */
export function onDialogOverFirstPanel(add: () => void): () => void {
  addEntryBelow = () => {
    add()
    // The panel is now one entry further.
    for (const dialog of openDialogs) dialog.openedAt += 1
    for (const [form, openedAt] of openForms) openForms.set(form, openedAt + 1)
  }
  return () => {
    addEntryBelow = undefined
  }
}

/** A move in the browser's history that the app has started. `after` runs when the browser has moved. */
let ownMove: { isReturn: boolean; after?: () => void } | undefined

function move(steps: number, own: typeof ownMove): void {
  ownMove = own
  window.history.go(steps)
}

/** Goes back in the browser's history to close a panel. If the user goes back, only the dialog on top closes. */
export const goBack = (): void => move(-1, { isReturn: false })

/**
 * If a dialog is open, Back closes only the dialog on top. Otherwise, Back and Forward ask for confirmation before they leave a form with
 * unsent input. The browser fires `popstate` after it has moved to the other history entry. So this function returns to the previous entry
 * at once. If the user confirms, the function repeats the navigation.
 */
function guardHistory(event: PopStateEvent): void {
  const to: number | undefined = event.state?.idx
  // A history entry without the router's index comes from a link to a place in the same page.
  if (to === undefined) return
  const own = ownMove
  ownMove = undefined
  if (own?.isReturn) {
    event.stopImmediatePropagation()
    own.after?.()
    return
  }
  const steps = to - at
  const dialog = openDialogs.at(-1)
  if (!own && steps === -1 && dialog?.openedAt === at) {
    event.stopImmediatePropagation()
    move(1, { isReturn: true, after: dialog.close })
    return
  }
  // If a form was already open at the target entry, it stays open, for example when only a dialog over it closes.
  const staysOpen = (form: OpenForm, openedAt: number) => (openedAt <= to && to < at) || form.isOpenAtUrl()
  const left = [...openForms].find(([form, openedAt]) => form.isUnsent() && !staysOpen(form, openedAt))
  if (!left) {
    at = to
    return
  }
  event.stopImmediatePropagation()
  if (steps === 0) return
  move(-steps, { isReturn: true })
  left[0].ask(() => move(steps, { isReturn: false }))
}

// `popstate` listeners run in the order of registration. So the app must import this file before it creates its router.
if (typeof window !== 'undefined') window.addEventListener('popstate', guardHistory)
