import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ConfigError } from '../config/config.ts'

/** Hosts that a setting allows this process to call. */
export interface OutboundHosts {
  /** Hosts that may be called by https on port 443, if all their IP addresses are public. */
  open: ReadonlySet<string>
  /** `host:port` of test servers on this machine, which may also be called by http. Always empty in production. */
  local: ReadonlySet<string>
}

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/
const LOCAL = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?:\d{1,5}$/

/** Parses `name, name, …`. An entry with a port names a test server on this machine. Throws a `ConfigError` for an invalid entry. */
export function readOutboundHosts(list: string, nodeEnv: string): OutboundHosts {
  const entries = list
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  const open = entries.filter((entry) => HOST.test(entry))
  const local = entries.filter((entry) => LOCAL.test(entry))
  const invalid = entries.find((entry) => !open.includes(entry) && !local.includes(entry))
  if (invalid) throw new ConfigError([`"${invalid}" is not the name of a host`])
  if (local.length > 0 && nodeEnv !== 'development' && nodeEnv !== 'test')
    throw new ConfigError([`"${local[0]}": a host on this machine is only for development and tests`])
  return { open: new Set(open), local: new Set(local) }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** IPv4 networks that are not public: special-purpose (RFC 6890 and its updates), multicast and reserved networks. */
const nonPublicV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** IPv6 networks within 2000::/3 that are not public, or that contain an IPv4 address. All other IPv6 space is not allocated. */
const nonPublicV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const nonPublic = new BlockList()
for (const [network, bits] of nonPublicV4) nonPublic.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of nonPublicV6) nonPublic.addSubnet(network, bits, 'ipv6')
const allocated = new BlockList()
allocated.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !nonPublic.check(address, 'ipv4')
  return isIP(address) === 6 && allocated.check(address, 'ipv6') && !nonPublic.check(address, 'ipv6')
}

const isLoopback = (address: string): boolean => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether a URL may be called: an https URL of an allowed host, or a URL of a test server. It must have no user name or password. */
export function mayCall({ open, local }: OutboundHosts, url: URL): boolean {
  if (url.username || url.password) return false
  if (isStandIn(local, url)) return url.protocol === 'https:' || url.protocol === 'http:'
  return url.protocol === 'https:' && url.port === '' && open.has(url.hostname)
}

const isStandIn = (local: OutboundHosts['local'], { hostname, port, protocol }: URL): boolean =>
  local.has(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`)

/** Returns the condition for a host's IP addresses: loopback for a test server, public for every other host. */
export const addressRule = (hosts: OutboundHosts, url: URL): ((address: string) => boolean) =>
  isStandIn(hosts.local, url) ? isLoopback : isPublicAddress

export type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const resolveByDns: Resolve = (hostname, options, done) => dnsLookup(hostname, options, done)

/** A DNS lookup that fails if any IP address of a host is not allowed. Only checked addresses are used, which prevents DNS rebinding. */
export const checkedLookup =
  (allowed: (address: string) => boolean, refusal: () => Error, resolve: Resolve = resolveByDns): LookupFunction =>
  (hostname, { all }, done) =>
    resolve(hostname, { all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new Error('no address'), '', 0)
      if (!addresses.every(({ address }) => allowed(address))) return done(refusal(), '', 0)
      if (all) done(null, addresses)
      else done(null, first.address, first.family)
    })
