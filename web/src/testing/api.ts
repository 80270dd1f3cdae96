import type { RouteContract } from '@app/contracts/define.ts'
import type { Reply } from '../shared/api/route-types.ts'

/** A request as the server receives it. The `body` of a form also contains its files. */
export interface Sent {
  address: string
  headers: Headers
  body: FormData | string | undefined
  /** Reports upload progress (0 to 1) to the sender of a form. */
  tellProgress: (share: number) => void
}

type Answer = Response | Promise<Response>

interface Answering {
  route: RouteContract
  pattern: RegExp
  answer: (sent: Sent) => Answer
  sent: Sent[]
}

let answering: Answering[] = []

export const reply = <R extends RouteContract>(_route: R, value: Reply<R>): Response => Response.json(value)

export const refusal = (status: number, message: string, more: object = {}): Response =>
  Response.json({ code: 'refused', message, ...more }, { status })

/** Mocks a route until the end of the test. Returns the array of received requests. Routes without a mock fail like a lost connection. */
export function answer(route: RouteContract, how: (sent: Sent) => Answer): Sent[] {
  const pattern = new RegExp(`^/api${route.url.replace(/:\w+/g, '[^/]+')}$`)
  const sent: Sent[] = []
  answering.unshift({ route, pattern, answer: how, sent })
  return sent
}

/** Returns a promise that never settles, for tests of the state during a request. */
export const never = (): Promise<Response> => new Promise(() => {})

interface Request extends Partial<Pick<Sent, 'body' | 'tellProgress'>> {
  headers?: HeadersInit
  signal?: AbortSignal | null
}

async function respond(method: string, url: string, init: Request) {
  if (!navigator.onLine) throw new TypeError('Failed to fetch')
  const { pathname, search } = new URL(url, window.location.href)
  const found = answering.find(({ route, pattern }) => route.method === method && pattern.test(pathname))
  if (!found) throw new TypeError(`Failed to fetch: no answer is set for ${method} ${pathname}`)
  const sent = {
    address: pathname + search,
    headers: new Headers(init.headers),
    body: init.body,
    tellProgress: init.tellProgress ?? (() => {}),
  }
  found.sent.push(sent)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  return Promise.race([found.answer(sent), aborted])
}

const network = window.fetch

const fetchMocked: typeof fetch = (input, init = {}) =>
  String(input).startsWith('/api/')
    ? respond(init.method ?? 'GET', String(input), { ...init, body: init.body as Sent['body'] })
    : network(input, init)

/** The part of XMLHttpRequest that `sendForm` uses. */
class XMLHttpRequestMocked {
  upload: { onprogress?: (event: object) => void } = {}
  status = 0
  responseText = ''
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  #method = ''
  #url = ''
  #headers = new Headers()
  #answer = new Headers()
  #stop = new AbortController()

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  getResponseHeader(name: string) {
    return this.#answer.get(name)
  }
  abort() {
    this.#stop.abort()
  }
  async send(body: FormData) {
    const tellProgress = (loaded: number) => this.upload.onprogress?.({ loaded, total: 1, lengthComputable: true })
    try {
      const response = await respond(this.#method, this.#url, { headers: this.#headers, body, signal: this.#stop.signal, tellProgress })
      this.responseText = await response.text()
      this.status = response.status
      this.#answer = response.headers
      this.onload()
    } catch {
      if (this.#stop.signal.aborted) this.onabort()
      else this.onerror()
    }
    this.onloadend()
  }
}

// The mocks stay installed between tests. Otherwise a late request could reach a running product, because the development server forwards
// `/api` to the gateway.
Object.assign(window, { fetch: fetchMocked, XMLHttpRequest: XMLHttpRequestMocked })

/** Removes all mocks of routes. */
export function forgetAnswers(): void {
  answering = []
}
