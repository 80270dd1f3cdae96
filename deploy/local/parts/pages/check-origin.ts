import type { IncomingMessage } from 'node:http'

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]']
const HTTP_PORT = 80

interface Refusal {
  status: 421 | 403
  sentence: string
}

/** Returns the reason to reject a request: its `Host` is not a loopback name (DNS rebinding), or it comes from a page of another origin. */
export function originRefusal(request: IncomingMessage): Refusal | undefined {
  const { host, origin } = request.headers
  if (!host || !isOwn(host, request)) return { status: 421, sentence: 'This page is available only at localhost.' }
  const isForeign = origin !== undefined && origin !== `http://${host}`
  if (isForeign || (comesFromElsewhere(request) && !isFollowedLink(request)))
    return { status: 403, sentence: 'Other sites cannot read this page.' }
  return undefined
}

function isOwn(host: string, { socket }: IncomingMessage): boolean {
  const requested = URL.parse(`http://${host}`)
  return requested !== null && OWN_NAMES.includes(requested.hostname) && Number(requested.port || HTTP_PORT) === socket.localPort
}

/** Whether the request comes from another site. Sec-Fetch-Site is `none` for a typed URL, and missing if the client is not a browser. */
function comesFromElsewhere({ headers }: IncomingMessage): boolean {
  const from = headers['sec-fetch-site']
  return from !== undefined && from !== 'same-origin' && from !== 'none'
}

/**
 * Whether the request is a navigation to the page, for example after a click on a link of another site. Requests that scripts of other
 * sites send are not navigations.
 */
function isFollowedLink({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && url === '/' && headers['sec-fetch-mode'] === 'navigate'
}
