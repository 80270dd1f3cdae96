import { clientKey } from '@app/chassis/http/client-key.ts'
import type { TasksDeps } from '../deps.ts'

/** Returns a keyed hash of a client's IP address. For each link, the same address has another hash. */
export const clientHash = ({ reviewKeys }: TasksDeps, linkId: string, ip: string): string =>
  reviewKeys.digestOf('client', `${linkId} ${clientKey(ip)}`)
