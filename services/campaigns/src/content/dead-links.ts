import { createOutboundReader, OutboundError } from '@app/chassis/http/outbound.ts'
import type { Resolve } from '@app/chassis/http/outbound-hosts.ts'

const MAX_LINKS = 10
const TIMEOUT_MS = 3_000
const CACHE_MS = 10 * 60_000
const MAX_CACHED = 1_000

export type FindDeadLinks = (links: readonly string[]) => Promise<string[]>

/**
 * Returns a function that finds the dead links of an email. A link is dead if its server responds with 404 or 410, or if the connection
 * fails. The function checks only the first 10 links, requests no private networks, and caches results for 10 minutes.
 */
export function deadLinkFinder(resolve?: Resolve): FindDeadLinks {
  const cache = new Map<string, { until: number; isDead: Promise<boolean> }>()

  async function fetchIsDead(link: string): Promise<boolean> {
    // http links are not requested, because no certificate proves which server sent the response.
    const { protocol, hostname } = new URL(link)
    if (protocol !== 'https:') return false
    const hosts = { open: new Set([hostname]), local: new Set<string>() }
    const read = createOutboundReader({ hosts, timeoutMs: TIMEOUT_MS, ...(resolve && { resolve }) })
    try {
      return await read({ method: 'GET', url: link }, async ({ status }) => status === 404 || status === 410)
    } catch (error) {
      // Redirects to other hosts are not followed, and a slow server may still work. In both cases the link does not count as dead.
      const mayWork = error instanceof OutboundError && (error.reason.startsWith('host-refused') || error.reason === 'timeout')
      return !mayWork
    }
  }

  function isDead(link: string): Promise<boolean> {
    const found = cache.get(link)
    if (found && found.until > performance.now()) return found.isDead
    const [oldest] = cache.keys()
    if (cache.size >= MAX_CACHED && oldest) cache.delete(oldest)
    const checking = fetchIsDead(link)
    cache.set(link, { until: performance.now() + CACHE_MS, isDead: checking })
    return checking
  }

  return async (links) => {
    const checked = links.slice(0, MAX_LINKS)
    const dead = await Promise.all(checked.map(isDead))
    return checked.filter((_, at) => dead[at])
  }
}
