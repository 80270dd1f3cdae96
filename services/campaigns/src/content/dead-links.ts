import { createOutboundReader, OutboundError } from '@app/chassis/http/outbound.ts'
import type { Resolve } from '@app/chassis/http/outbound-hosts.ts'

const MOST_LINKS = 10
const TIMEOUT_MS = 3_000
const KEPT_MS = 10 * 60_000
const MOST_KEPT = 1_000

/** Answers which of some addresses lead nowhere. */
export type FindDeadLinks = (links: readonly string[]) => Promise<string[]>

/**
 * Looks at the pages that a mail links to: the first few, each for a short while, and none on this machine or network. What was
 * found is kept for some minutes, since a mail is looked at again with every word that is changed.
 */
export function deadLinkFinder(resolve?: Resolve): FindDeadLinks {
  const known = new Map<string, { until: number; isDead: Promise<boolean> }>()

  async function fetchIsDead(link: string): Promise<boolean> {
    // Only of https a certificate says that this is the page that was meant.
    const { protocol, hostname } = new URL(link)
    if (protocol !== 'https:') return false
    const hosts = { open: new Set([hostname]), local: new Set<string>() }
    const read = createOutboundReader({ hosts, timeoutMs: TIMEOUT_MS, ...(resolve && { resolve }) })
    try {
      return await read({ method: 'GET', url: link }, async ({ status }) => status === 404 || status === 410)
    } catch (error) {
      // It leads on to somebody else's host, which is not called from here, and that is an answer.
      const isAnswer = error instanceof OutboundError && (error.reason.startsWith('host-refused') || error.reason === 'timeout')
      return !isAnswer
    }
  }

  function isDead(link: string): Promise<boolean> {
    const found = known.get(link)
    if (found && found.until > performance.now()) return found.isDead
    const [oldest] = known.keys()
    if (known.size >= MOST_KEPT && oldest) known.delete(oldest)
    const checking = fetchIsDead(link)
    known.set(link, { until: performance.now() + KEPT_MS, isDead: checking })
    return checking
  }

  return async (links) => {
    const checked = links.slice(0, MOST_LINKS)
    const dead = await Promise.all(checked.map(isDead))
    return checked.filter((_, at) => dead[at])
  }
}
