import { hostname, type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import type { Settings } from './settings.ts'

const ALL_ADDRESSES: ReadonlySet<string> = new Set(['0.0.0.0', '::'])
const LOOPBACK = ['localhost', '127.0.0.1']

type Interfaces = Readonly<Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[] | undefined>>

/** Name and network interfaces of a machine. */
interface Machine {
  name: string
  interfaces: Interfaces
}

const thisMachine = (): Machine => ({ name: hostname(), interfaces: networkInterfaces() })

function hostsOf(host: string, { name, interfaces }: Machine): string[] {
  if (host === '127.0.0.1') return LOOPBACK
  if (!ALL_ADDRESSES.has(host)) return [host.includes(':') ? `[${host}]` : host]
  const addresses = Object.values(interfaces).flatMap((infos = []) => infos)
  const inNetwork = addresses.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
  return [...LOOPBACK, name.toLowerCase(), ...inNetwork]
}

/**
 * Returns the URLs at which browsers can open the product, besides `PUBLIC_URL`. In production there are none, because the gateway redirects
 * to `PUBLIC_URL`.
 */
export function reachableUrls(
  { HOST, PORT, PUBLIC_URL, NODE_ENV }: Pick<Settings, 'HOST' | 'PORT' | 'PUBLIC_URL' | 'NODE_ENV'>,
  machine = thisMachine(),
): string[] {
  if (NODE_ENV === 'production') return []
  const urls = hostsOf(HOST, machine).map((host) => `http://${host}:${PORT}`)
  return [...new Set(urls)].filter((url) => url !== PUBLIC_URL)
}
