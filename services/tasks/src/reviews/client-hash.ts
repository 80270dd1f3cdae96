import { clientKey } from '@app/chassis/http/client-key.ts'
import type { TasksDeps } from '../deps.ts'

/** Returns a keyed hash of a client's IP address. For each link or recipient (`id`), the same address has another hash. */
export const clientHash = ({ reviewKeys }: TasksDeps, id: string, ip: string): string =>
  reviewKeys.digestOf('client', `${id} ${clientKey(ip)}`)
