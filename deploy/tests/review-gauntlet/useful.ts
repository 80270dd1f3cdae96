import type { Review } from '@app/contracts/http/reviews.ts'
import { PHONE } from './page.ts'

const TIMEOUT_MS = 60_000

/** Whether a person can decide, see the decision, or request a new link. `Review` is the data that the page of a review link shows. */
export function isUseful({ state, preview, task, decision, canResend }: Review): boolean {
  if (state === 'open') return preview !== null && preview.files.length > 0 && task !== null
  if (state === 'decided') return decision !== null
  return (state === 'replaced' || state === 'expired') && (canResend || decision !== null)
}

/** Requests the page of a link and its data as a person's browser does. Rejects if a person would not find anything useful. */
export async function requireUseful(link: string, address: string): Promise<void> {
  const headers = { 'x-forwarded-for': address, 'user-agent': PHONE }
  const get = (url: string, accept: string) => fetch(url, { headers: { ...headers, accept }, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const page = await get(link, 'text/html')
  const { origin, pathname } = new URL(link)
  const data = await get(`${origin}/api${pathname}`, 'application/json')
  await page.body?.cancel()
  const review = (await data.json()) as Review
  if (!page.ok || !data.ok) throw new Error(`status ${page.status} and ${data.status}`)
  if (!isUseful(review)) throw new Error(`nothing to do in the state ${review.state}`)
}
