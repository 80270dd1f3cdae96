import { clientKey } from '@app/chassis/http/client-key.ts'

/** The /24 of an IPv4 address, or the /48 of an IPv6 address: the smallest networks that providers commonly route. */
export function networkOf(ip: string): string {
  const client = clientKey(ip)
  const separator = client.includes(':') ? ':' : '.'
  return client.split(separator).slice(0, 3).join(separator)
}
