import { DESKTOP, type Visit } from './visit.ts'

const TIMEOUT_MS = 30_000
/** The header `Accept` of a browser that opens a page. */
const PAGE = 'text/html,application/xhtml+xml,*/*;q=0.8'
export const ANY = '*/*'

interface ScannerRequest {
  url: string
  address: string
  method?: 'GET' | 'HEAD' | 'POST'
  accept?: string
  body?: string | FormData
  type?: string
}

interface ScannerResponse {
  status: number
  text: string
}

/** Sends a request of a scanner that runs no scripts, and counts it. */
export async function request(
  visit: Visit,
  { url, address, method = 'GET', accept = PAGE, body, type }: ScannerRequest,
): Promise<ScannerResponse> {
  if (method === 'POST') visit.traffic.posts += 1
  else if (new URL(url).pathname.includes('/review/')) visit.traffic.opens += 1
  const response = await fetch(url, {
    method,
    headers: { 'x-forwarded-for': address, 'user-agent': DESKTOP, accept, ...(type && { 'content-type': type }) },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return { status: response.status, text: await response.text() }
}

/** Returns the http URLs in the attributes `href` and `src` of a page. */
export function urlsIn(html: string, base: string): string[] {
  const found = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => new URL(url.replaceAll('&amp;', '&'), base))
  return [...new Set(found.filter(({ protocol }) => protocol === 'http:').map(({ href }) => href))]
}
