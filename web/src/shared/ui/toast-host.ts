import './toast-host.css'

/**
 * Where toasts live: one element in the top layer. A modal dialog makes all outside it inert and paints above it,
 * so the element moves into the topmost open dialog, where toasts stay visible, readable and operable.
 */
export const toastHost = document.createElement('div')
toastHost.popover = 'manual'
toastHost.className = 'toast-host'

/** Call when a dialog opens or closes, and when a toast comes. */
export function placeToasts(): void {
  const home = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  if (toastHost.parentElement === home && toastHost.matches(':popover-open')) return
  home.append(toastHost)
  toastHost.showPopover()
}
