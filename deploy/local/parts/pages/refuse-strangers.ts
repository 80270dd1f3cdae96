import type { IncomingMessage } from 'node:http'

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]']
const HTTP_PORT = 80

interface Refusal {
  status: 421 | 403
  sentence: string
}

/**
 * Why a request is not answered, if so. Any site may have its name point at this machine and then reads as its own
 * what it finds here, so the name that was asked for must be one of ours; and pages of other origins only link here.
 */
export function refusalOf(request: IncomingMessage): Refusal | undefined {
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

/** Browsers say whose page asks; `none` is the address bar. Other programs say nothing. */
function comesFromElsewhere({ headers }: IncomingMessage): boolean {
  const from = headers['sec-fetch-site']
  return from !== undefined && from !== 'same-origin' && from !== 'none'
}

/** To the page, which asks for what it shows by itself. */
function isFollowedLink({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && url === '/' && headers['sec-fetch-mode'] === 'navigate'
}
