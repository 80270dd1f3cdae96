import { APP_BUILD } from '@app/contracts/rules/served-pages.ts'
import { isAnythingUnsent } from '../form/unsent.ts'

const ASK_LIMIT_MS = 5_000

/** The build of this page; empty in development. The gateway writes it into the page, and beside each answer of the API. */
export const ownBuild = (): string => document.querySelector<HTMLMetaElement>(`meta[name="${APP_BUILD}"]`)?.content ?? ''

let served = ''
let sending = 0

/** Records which build the gateway serves, from the headers of a response. */
export function recordServedBuild(header: (name: string) => string | null): void {
  served = header(APP_BUILD) ?? served
}

/** Requests which build the gateway serves. Returns whether the server responded. */
export async function checkForNewBuild(): Promise<boolean> {
  try {
    const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ASK_LIMIT_MS) })
    recordServedBuild((name) => headers.get(name))
    return true
  } catch {
    return false
  }
}

/** Counts calls in progress: while there are any, the page is not reloaded. */
export async function whileSending<T>(send: () => Promise<T>): Promise<T> {
  sending += 1
  try {
    return await send()
  } finally {
    sending -= 1
  }
}

/** Whether a `beforeunload` handler would ask before the page is left. */
const hasUnloadGuard = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const isErrorShown = (): boolean => document.querySelector('.toast-host [role=alert]') !== null

/** Reloads the page, unless unsaved input, a call in progress or an error message would be lost. Returns whether it reloads. */
export function reloadPage(): boolean {
  if (sending > 0 || isErrorShown() || isAnythingUnsent() || hasUnloadGuard()) return false
  window.location.reload()
  return true
}

/** Reloads the page in the same way if the gateway serves another build. Returns whether it reloads. */
export const reloadIfNewBuild = (): boolean => ownBuild() !== '' && served !== '' && served !== ownBuild() && reloadPage()
