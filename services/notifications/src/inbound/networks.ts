import { clientKey } from '@app/chassis/http/client-key.ts'

/** Returns the /24 network of an IPv4 address or the /48 network of an IPv6 address. Providers rarely route smaller networks. */
export function networkOf(ip: string): string {
  const client = clientKey(ip)
  const separator = client.includes(':') ? ':' : '.'
  return client.split(separator).slice(0, 3).join(separator)
}
