import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 3_000
const CACHE_MS = 10 * 60_000

/** Returns the DNS records that a sender domain lacks: `SPF`, `DMARC`, and `DKIM` with the name that was looked up. */
export type FindMissingRecords = (domain: string) => Promise<string[]>

/** Looks up TXT records. Rejects with `code` `ENOTFOUND` or `ENODATA`, like Node's resolver. */
type ResolveTxt = (name: string) => Promise<string[][]>

const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
const queryTxt: ResolveTxt = (name) => resolver.resolveTxt(name)

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

interface Lookup {
  /** DKIM selector of the key that the mail relay signs with, if the selector is configured. */
  selector?: string
  resolveTxt?: ResolveTxt
}

/** Returns a function that looks up SPF, DKIM and DMARC records, cached for 10 minutes. After a DNS error, a record counts as existing. */
export function missingRecordFinder({ selector, resolveTxt = queryTxt }: Lookup = {}): FindMissingRecords {
  let cached: { domain: string; until: number; missing: Promise<string[]> } | undefined

  async function hasRecord(name: string, matches: (record: string) => boolean): Promise<boolean> {
    try {
      return (await resolveTxt(name)).some((parts) => matches(parts.join('')))
    } catch (error) {
      return codeOf(error) !== 'ENOTFOUND' && codeOf(error) !== 'ENODATA'
    }
  }

  /** Whether the domain may have a DKIM key. If no selector is configured, only `ENOTFOUND` proves that the domain has none. */
  const hasAnyKey = (domain: string): Promise<boolean> =>
    resolveTxt(`_domainkey.${domain}`).then(
      () => true,
      (error) => codeOf(error) !== 'ENOTFOUND',
    )

  async function missingKey(domain: string): Promise<string[]> {
    if (!selector) return (await hasAnyKey(domain)) ? [] : ['DKIM']
    const name = `${selector}._domainkey.${domain}`
    // A record with an empty key is a revoked key (RFC 6376 §3.6.1).
    return (await hasRecord(name, (record) => /(?:^|;)\s*p=[^;\s]/.test(record))) ? [] : [`DKIM (${name})`]
  }

  async function findMissing(domain: string): Promise<string[]> {
    const isPolicy = (record: string) => /^v=DMARC1\b/i.test(record)
    const organizationalDomain = domain.split('.').slice(-2).join('.')
    const [spf, dkim, dmarc] = await Promise.all([
      hasRecord(domain, (record) => /^v=spf1\b/i.test(record)),
      missingKey(domain),
      hasRecord(`_dmarc.${domain}`, isPolicy).then((found) => found || hasRecord(`_dmarc.${organizationalDomain}`, isPolicy)),
    ])
    return [...(spf ? [] : ['SPF']), ...dkim, ...(dmarc ? [] : ['DMARC'])]
  }

  return (domain) => {
    if (cached?.domain !== domain || cached.until < performance.now()) {
      cached = { domain, until: performance.now() + CACHE_MS, missing: findMissing(domain) }
    }
    return cached.missing
  }
}
