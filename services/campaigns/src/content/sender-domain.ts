import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 3_000
const KEPT_MS = 10 * 60_000

/** What is missing in the name service for a domain's mails to be believed: names of standards, and where they were looked for. */
export type FindMissingRecords = (domain: string) => Promise<string[]>

/** How text records are asked for; rejects with `code` `ENOTFOUND` or `ENODATA` as Node's resolver does. */
type ResolveTxt = (name: string) => Promise<string[][]>

const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
const askDns: ResolveTxt = (name) => resolver.resolveTxt(name)

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

interface Lookup {
  /** The name of the key that the relay signs by, if it is known. */
  selector?: string
  resolveTxt?: ResolveTxt
}

/** Looks for SPF, DKIM and DMARC of the sending domain. Where the name service does not answer, nothing is missing. */
export function missingRecordFinder({ selector, resolveTxt = askDns }: Lookup = {}): FindMissingRecords {
  let known: { domain: string; until: number; missing: Promise<string[]> } | undefined

  async function has(name: string, isIt: (record: string) => boolean): Promise<boolean> {
    try {
      return (await resolveTxt(name)).some((parts) => isIt(parts.join('')))
    } catch (error) {
      return codeOf(error) !== 'ENOTFOUND' && codeOf(error) !== 'ENODATA'
    }
  }

  /** Only the relay knows its key's name; without that, what says that there is no key at all is that nothing stands below this one. */
  const hasAnyKey = (domain: string): Promise<boolean> =>
    resolveTxt(`_domainkey.${domain}`).then(
      () => true,
      (error) => codeOf(error) !== 'ENOTFOUND',
    )

  async function missingKey(domain: string): Promise<string[]> {
    if (!selector) return (await hasAnyKey(domain)) ? [] : ['DKIM']
    const name = `${selector}._domainkey.${domain}`
    // An empty key is one that was revoked (RFC 6376 §3.6.1).
    return (await has(name, (record) => /(?:^|;)\s*p=[^;\s]/.test(record))) ? [] : [`DKIM (${name})`]
  }

  async function findMissing(domain: string): Promise<string[]> {
    const isPolicy = (record: string) => /^v=DMARC1\b/i.test(record)
    const above = domain.split('.').slice(-2).join('.')
    const [spf, dkim, dmarc] = await Promise.all([
      has(domain, (record) => /^v=spf1\b/i.test(record)),
      missingKey(domain),
      has(`_dmarc.${domain}`, isPolicy).then((found) => found || has(`_dmarc.${above}`, isPolicy)),
    ])
    return [...(spf ? [] : ['SPF']), ...dkim, ...(dmarc ? [] : ['DMARC'])]
  }

  return (domain) => {
    if (known?.domain !== domain || known.until < performance.now()) {
      known = { domain, until: performance.now() + KEPT_MS, missing: findMissing(domain) }
    }
    return known.missing
  }
}
