import * as Type from 'typebox'

interface UrlRule {
  /** The allowed schemes, such as `smtp:`. */
  schemes: readonly string[]
  /** Whether the URL may contain a user name and a password. */
  hasPassword?: boolean
  /** Whether the URL may contain nothing after host and port, except a slash. */
  isOrigin?: boolean
}

const SPACE = /[\s\p{Cc}]/u
/** Scheme, then user, password, host and port, then everything else. */
const PARTS = /^([a-z][a-z\d+.-]*:)\/\/([^/?#]*)(.*)/is
const STRAY_PERCENT = /%(?![\da-f]{2})/i
const PORT_MAX = 65_535

const NOT_ENCODED =
  'contains a character that must be percent-encoded in the user name or password: write %40 for @, %3A for :, %2F for /, %3F for ?, %23 for # and %25 for %'

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return !STRAY_PERCENT.test(text)
  } catch {
    return false
  }
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= PORT_MAX

function hostFault(hostAndPort: string): string | undefined {
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(hostAndPort) ?? []
  if (!host) return 'must contain a host'
  if (port !== undefined && !isPort(port)) return `must have a port from 1 to ${PORT_MAX}`
  return undefined
}

/**
 * Returns why a URL is not valid as the value of a setting, as the end of a sentence that begins with the setting's name. The text contains
 * nothing of the URL, which may contain a password. Returns undefined for a valid URL.
 */
export function urlFault(text: string, { schemes, hasPassword = false, isOrigin = false }: UrlRule): string | undefined {
  if (SPACE.test(text)) return 'must not contain spaces'
  const [, scheme = '', authority = '', rest = ''] = PARTS.exec(text) ?? []
  if (!schemes.includes(scheme.toLowerCase())) return `must begin with ${schemes.map((name) => `${name}//`).join(' or ')}`
  const at = authority.lastIndexOf('@')
  const user = authority.slice(0, Math.max(at, 0))
  // A slash, question mark or number sign in a password ends the authority too early, so that the `@` before the host is in the rest.
  if (hasPassword && (user.includes('@') || rest.includes('@'))) return NOT_ENCODED
  if (!isDecodable(user) || !isDecodable(rest)) return hasPassword ? NOT_ENCODED : 'contains a % that is not percent-encoded: write %25'
  if (!hasPassword && at >= 0) return 'must not contain a user name or a password'
  const fault = hostFault(authority.slice(at + 1))
  if (fault) return fault
  if (!URL.canParse(text)) return 'must contain a valid host'
  if (isOrigin && rest !== '' && rest !== '/') return 'must not contain anything after the host and the port'
  return undefined
}

const urlSetting = (rule: UrlRule) => (description?: string) =>
  Type.Refine(
    Type.String({ description }),
    (text) => urlFault(text, rule) === undefined,
    (text) => urlFault(text, rule) ?? '',
  )

export const webSchemes = ['http:', 'https:'] as const
/** The setting is the origin of a product, service or file store: `https://host:port`. */
export const originSetting = urlSetting({ schemes: webSchemes, isOrigin: true })
/** The setting is a URL with a path. */
export const webUrlSetting = urlSetting({ schemes: webSchemes })
export const smtpUrlSetting = urlSetting({ schemes: ['smtp:', 'smtps:'], hasPassword: true })
export const amqpUrlSetting = urlSetting({ schemes: ['amqp:', 'amqps:'], hasPassword: true })
export const databaseUrlSetting = urlSetting({ schemes: ['postgres:', 'postgresql:'], hasPassword: true })
