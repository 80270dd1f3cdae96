import type { IncomingMessage } from 'node:http'

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]']
const HTTP_PORT = 80

interface Refusal {
  status: 421 | 403
  sentence: string
}

/**
 * Returns why a request is refused, or undefined. The `Host` must be a name of this machine, because any site can let its own name resolve
 * to it (DNS rebinding). Pages of other origins may only link to this page.
 */
export function originRefusal(request: IncomingMessage): Refusal | undefined {
  const { host, origin } = request.headers
  if (!host || !isOwn(host, request)) return { status: 421, sentence: 'This page answers as localhost only.' }
  const isForeign = origin !== undefined && origin !== `http://${host}`
  if (isForeign || (comesFromElsewhere(request) && !isFollowedLink(request)))
    return { status: 403, sentence: 'Other sites cannot read this page.' }
  return undefined
}

function isOwn(host: string, { socket }: IncomingMessage): boolean {
  const asked = URL.parse(`http://${host}`)
  return asked !== null && OWN_NAMES.includes(asked.hostname) && Number(asked.port || HTTP_PORT) === socket.localPort
}

/** Browsers send the origin's relation in `Sec-Fetch-Site`; `none` is the address bar. Other programs do not send it. */
function comesFromElsewhere({ headers }: IncomingMessage): boolean {
  const from = headers['sec-fetch-site']
  return from !== undefined && from !== 'same-origin' && from !== 'none'
}

/** Whether the request is a navigation to the page itself. */
function isFollowedLink({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && url === '/' && headers['sec-fetch-mode'] === 'navigate'
}
