import { APP_BUILD } from '@app/contracts/rules/served-pages.ts'
import { isAnythingUnsent } from '../form/unsent.ts'

const ASK_LIMIT_MS = 5_000

/** The build that this page is of; empty in development. The gateway writes it into the page, and beside each answer of the API. */
export const ownBuild = (): string => document.querySelector<HTMLMetaElement>(`meta[name="${APP_BUILD}"]`)?.content ?? ''

let served = ''
let sending = 0

/** Takes down which build the gateway serves now. */
export function noticeBuild(header: (name: string) => string | null): void {
  served = header(APP_BUILD) ?? served
}

/** Asks which it is, where nothing has been asked for a while. Answers whether the server was reached. */
export async function askForBuild(): Promise<boolean> {
  try {
    const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ASK_LIMIT_MS) })
    noticeBuild((name) => headers.get(name))
    return true
  } catch {
    return false
  }
}

/** Counts what is being sent, which must not be cut off. */
export async function whileSending<T>(send: () => Promise<T>): Promise<T> {
  sending += 1
  try {
    return await send()
  } finally {
    sending -= 1
  }
}

/** Whoever holds what is typed and not sent objects to leaving, as when the window is closed. */
const objects = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const isSomethingSaid = (): boolean => document.querySelector('.toast-host [role=alert]') !== null

/** Loads the page anew unless something would be lost by it. Answers whether it does. */
export function loadAnew(): boolean {
  if (sending > 0 || isSomethingSaid() || isAnythingUnsent() || objects()) return false
  window.location.reload()
  return true
}

/** The same where a newer build is there. */
export const loadNewerBuild = (): boolean => ownBuild() !== '' && served !== '' && served !== ownBuild() && loadAnew()
