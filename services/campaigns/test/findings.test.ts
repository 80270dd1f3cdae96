import { describe, expect, it } from 'vitest'
import { deadLinkFinder } from '../src/content/dead-links.ts'
import { findingsOf, type MailDeps, prepareMail } from '../src/content/prepare-mail.ts'
import { missingRecordFinder } from '../src/content/sender-domain.ts'
import { input, settings } from './content-setup.ts'

const deps = (overrides: Partial<MailDeps> = {}): MailDeps => ({ settings, findDeadLinks: async () => [], ...overrides })
const codes = (findings: readonly { code: string; severity: string }[]) => findings.map(({ code, severity }) => `${severity}: ${code}`)

describe('findings', () => {
  it('are empty for an email that can be sent', async () => {
    const { mail, findings } = await prepareMail(deps(), input())
    expect(findings).toEqual([])
    expect(mail?.pieces.length).toBeGreaterThan(3)
  })

  it('include a missing postal address and merge fields without fallback', async () => {
    const company = { ...input().company, postalAddress: '' }
    expect(codes(await findingsOf(deps(), input({ body: 'Dear {{First Name}}' }, { company })))).toEqual([
      'error: no-postal-address',
      'error: merge-field',
    ])
  })

  it('include an email that is so large that email apps cut it off', async () => {
    const link = 'https://a.b/ '
    expect(codes(await findingsOf(deps(), input({ body: link.repeat(1_500) })))).toEqual(['error: too-large'])
    expect(codes(await findingsOf(deps(), input({ body: 'a'.repeat(20_000) })))).toEqual([])
    // Links whose clicks are counted are longer.
    const short = { body: 'https://a.b '.repeat(1_000) }
    expect(codes(await findingsOf(deps(), input(short)))).toEqual([])
    expect(codes(await findingsOf(deps(), input(short, { countsOpens: true })))).toEqual(['error: too-large'])
  })

  it('include a dead link as a warning', async () => {
    const findDeadLinks = async (links: readonly string[]) => links.filter((link) => link.includes('gone'))
    const findings = await findingsOf(deps({ findDeadLinks }), input({ body: 'https://pies.example/gone https://pies.example/' }))
    expect(findings).toEqual([
      { code: 'dead-link', severity: 'warning', message: 'https://pies.example/gone does not open. Check the web address.' },
    ])
  })

  it('include an unreadable image, and no email is compiled', async () => {
    const read = async () => {
      throw new Error('away')
    }
    const attachment = { name: 'pie.png', type: 'image/png', size: 10, url: null, read }
    const { mail, findings } = await prepareMail(deps(), input({}, { attachment }))
    expect(mail).toBe(null)
    expect(codes(findings)).toEqual(['error: attachment'])
  })

  it('include a missing unsubscribe link in the compiled email', async () => {
    const { findings } = await prepareMail(deps({ settings: { ...settings, publicUrl: 'https://portal .example' } }), input())
    expect(codes(findings)).toEqual(['error: unsubscribe'])
  })
})

describe('links', () => {
  it('are requested from public IP addresses only, and results are cached', async () => {
    const requested: string[] = []
    const findDeadLinks = deadLinkFinder((hostname, _options, done) => {
      requested.push(hostname)
      done(null, [{ address: '10.0.0.1', family: 4 }])
    })
    const links = ['https://inside.example/', 'http://inside.example/', 'https://127.0.0.1/']
    expect(await findDeadLinks(links)).toEqual(['https://inside.example/', 'https://127.0.0.1/'])
    expect(await findDeadLinks(links)).toEqual(['https://inside.example/', 'https://127.0.0.1/'])
    expect(requested).toEqual(['inside.example'])
  })
})

describe('the sender domain', () => {
  const zone =
    (records: Record<string, string[]>) =>
    async (name: string): Promise<string[][]> => {
      const found = records[name]
      if (!found)
        throw Object.assign(new Error(name), {
          code: Object.keys(records).some((one) => one.endsWith(`.${name}`)) ? 'ENODATA' : 'ENOTFOUND',
        })
      return found.map((record) => [record])
    }

  it('needs SPF, DKIM and DMARC records; the DMARC record may be that of the parent domain', async () => {
    const records = {
      'mail.pies.example': ['v=spf1 -all'],
      'k1._domainkey.mail.pies.example': [],
      '_dmarc.pies.example': ['v=DMARC1; p=reject'],
    }
    const missing = (all: Record<string, string[]>) => missingRecordFinder({ resolveTxt: zone(all) })('mail.pies.example')
    expect(await missing(records)).toEqual([])
    expect(await missing({ 'mail.pies.example': ['something'] })).toEqual(['SPF', 'DKIM', 'DMARC'])
  })

  it.each([
    ['key exists', 'k1', []],
    ['another key exists', 'k2', ['DKIM (k2._domainkey.pies.example)']],
    ['key was revoked', 'old', ['DKIM (old._domainkey.pies.example)']],
  ])('with a known DKIM selector, only that key is checked: %s', async (_case, selector, missing) => {
    const records = {
      'pies.example': ['v=spf1 -all'],
      'k1._domainkey.pies.example': ['v=DKIM1; k=rsa; p=MIIBIjANBgkq'],
      'old._domainkey.pies.example': ['v=DKIM1; p='],
      '_dmarc.pies.example': ['v=DMARC1; p=reject'],
    }
    expect(await missingRecordFinder({ selector, resolveTxt: zone(records) })('pies.example')).toEqual(missing)
  })

  it('has no missing records if DNS does not respond', async () => {
    const find = missingRecordFinder({ resolveTxt: () => Promise.reject(Object.assign(new Error(), { code: 'ETIMEOUT' })) })
    expect(codes(await findingsOf(deps({ findMissingRecords: find }), input()))).toEqual([])
  })

  it('with missing records prevents sending', async () => {
    const findings = await findingsOf(deps({ findMissingRecords: async () => ['SPF', 'DKIM'] }), input())
    expect(findings.map(({ message }) => message)).toEqual([
      'Mail services would refuse emails from mail.example: its SPF and DKIM records are missing. We have to fix that.',
    ])
  })
})
