import { APP_BUILD } from '@app/contracts/rules/served-pages.ts'
import { isAnythingUnsent } from '../form/unsent.ts'

const TIMEOUT_MS = 5_000

/** Returns the build id of this page. Empty in development. The gateway writes the id into the page and into each API response. */
export const ownBuild = (): string => document.querySelector<HTMLMetaElement>(`meta[name="${APP_BUILD}"]`)?.content ?? ''

let served = ''
let sending = 0

export function recordServedBuild(header: (name: string) => string | null): void {
  served = header(APP_BUILD) ?? served
}

/** Requests and records the id of the build that the gateway serves. Returns whether the gateway responded. */
export async function checkForNewBuild(): Promise<boolean> {
  try {
    const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
    recordServedBuild((name) => headers.get(name))
    return true
  } catch {
    return false
  }
}

/** Counts the calls in progress. During a call, `reloadPage` does not reload. */
export async function whileSending<T>(send: () => Promise<T>): Promise<T> {
  sending += 1
  try {
    return await send()
  } finally {
    sending -= 1
  }
}

/** Whether a `beforeunload` handler would ask the user before leaving the page. */
const hasUnloadGuard = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const isErrorShown = (): boolean => document.querySelector('.toast-host [role=alert]') !== null

/** Reloads the page, unless unsaved input, a call in progress or an error message would be lost. Returns whether it reloads. */
export function reloadPage(): boolean {
  if (sending > 0 || isErrorShown() || isAnythingUnsent() || hasUnloadGuard()) return false
  window.location.reload()
  return true
}

export const reloadIfNewBuild = (): boolean => ownBuild() !== '' && served !== '' && served !== ownBuild() && reloadPage()
