import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ConfigError } from '../config.ts'

/** Names of hosts that a setting lets this process call. */
export interface OutboundHosts {
  /** By https on its usual port, at public addresses alone. */
  open: ReadonlySet<string>
  /** `host:port` of stand-ins on this machine, by http too. Never in production. */
  local: ReadonlySet<string>
}

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/
const LOCAL = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?:\d{1,5}$/

/** Reads `name, name, …`; an entry with a port is a stand-in on this machine. Throws a `ConfigError` about what it cannot take. */
export function readOutboundHosts(list: string, nodeEnv: string): OutboundHosts {
  const entries = list
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  const open = entries.filter((entry) => HOST.test(entry))
  const local = entries.filter((entry) => LOCAL.test(entry))
  const strange = entries.find((entry) => !open.includes(entry) && !local.includes(entry))
  if (strange) throw new ConfigError([`"${strange}" is not the name of a host`])
  if (local.length > 0 && nodeEnv !== 'development' && nodeEnv !== 'test')
    throw new ConfigError([`"${local[0]}": a host on this machine is only for development and tests`])
  return { open: new Set(open), local: new Set(local) }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** The IPv4 networks nobody can be reached at from outside (RFC 6890 and its updates), multicast and reserved ones. */
const closedV4 = [
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

/** Of IPv6 only 2000::/3 is given out; in it these are special, or carry an IPv4 address that would have to be looked at, too. */
const closedV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const closed = new BlockList()
for (const [network, bits] of closedV4) closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of closedV6) closed.addSubnet(network, bits, 'ipv6')
const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')

/** Whether an address belongs to the open internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4')
  return isIP(address) === 6 && givenOut.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

const isLoopback = (address: string): boolean => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** `https://name/…`, or a stand-in by its port; without a name and password in it. */
export function mayCall({ open, local }: OutboundHosts, url: URL): boolean {
  if (url.username || url.password) return false
  if (isStandIn(local, url)) return url.protocol === 'https:' || url.protocol === 'http:'
  return url.protocol === 'https:' && url.port === '' && open.has(url.hostname)
}

const isStandIn = (local: OutboundHosts['local'], { hostname, port, protocol }: URL): boolean =>
  local.has(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`)

/** What addresses a host that may be called can have. */
export const addressRule = (hosts: OutboundHosts, url: URL): ((address: string) => boolean) =>
  isStandIn(hosts.local, url) ? isLoopback : isPublicAddress

export type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const resolveByDns: Resolve = (hostname, options, done) => dnsLookup(hostname, options, done)

/**
 * Name resolution for one connection that fails when any address of the name breaks the rule. The connection goes to an
 * address out of this very answer, so that a name cannot be checked with one address and connected to with another.
 */
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
