import './toast-host.css'

/**
 * Where toasts live: one element in the top layer. A modal dialog makes all outside it inert and paints above it,
 * so the element moves into the topmost open dialog, where toasts stay visible, readable and operable.
 */
let made: HTMLDivElement | undefined

export function toastHost(): HTMLDivElement {
  if (made) return made
  made = document.createElement('div')
  made.popover = 'manual'
  made.className = 'toast-host'
  return made
}

/** Call when a toast comes, after a dialog opens, and before one closes, which is then `leaving` with all that is in it. */
export function placeToasts(leaving?: HTMLDialogElement): void {
  const dialogs = [...document.querySelectorAll('dialog:modal')].filter((dialog) => !leaving?.contains(dialog))
  const home = dialogs.at(-1) ?? document.body
  const host = toastHost()
  if (host.parentElement === home && host.matches(':popover-open')) return
  const times = new Map(animations().map((animation) => [targetOf(animation), animation.currentTime]))
  home.append(host)
  host.showPopover()
  // A moved element begins its animations anew, and one of them is the clock that closes its toast.
  for (const animation of animations()) animation.currentTime = times.get(targetOf(animation)) ?? 0
}

const animations = () => toastHost().getAnimations({ subtree: true })
const targetOf = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target
