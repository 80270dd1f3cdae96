import type { TasksDeps } from '../deps.ts'

const LIFE_SECONDS = 180 * 86_400

type CookieDeps = Pick<TasksDeps, 'isHttps' | 'reviewKeys' | 'now'>

/**
 * Returns the name of the cookie. Only over https, the name has the prefix `__Host-`: browsers accept this prefix only with the attribute
 * `Secure`.
 */
const nameOf = ({ isHttps }: CookieDeps): string => (isHttps ? '__Host-review' : 'review')

const subjectOf = (recipientId: string, expiresAt: string): string => `${recipientId} ${expiresAt}`

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1_000)

/** Returns the header `Set-Cookie` for a browser that needs no further codes for the links of a recipient. */
export function browserCookie(deps: CookieDeps, recipientId: string): string {
  const expiresAt = String(secondsOf(deps.now()) + LIFE_SECONDS)
  const value = `${expiresAt}.${deps.reviewKeys.digestOf('browser', subjectOf(recipientId, expiresAt))}`
  const attributes = `Path=/; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Strict${deps.isHttps ? '; Secure' : ''}`
  return `${nameOf(deps)}=${value}; ${attributes}`
}

/** Returns whether the header `Cookie` contains a valid cookie for a recipient. */
export function isKnownBrowser(deps: CookieDeps, recipientId: string, header: string): boolean {
  const prefix = `${nameOf(deps)}=`
  const cookie = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix))
  const [expiresAt = '', digest = '', ...others] = cookie?.slice(prefix.length).split('.') ?? []
  const isCurrent = others.length === 0 && Number(expiresAt) > secondsOf(deps.now())
  return isCurrent && deps.reviewKeys.isDigestOf('browser', subjectOf(recipientId, expiresAt), digest)
}
