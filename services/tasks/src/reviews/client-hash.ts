import { clientKey } from '@app/chassis/http/client-key.ts'
import type { TasksDeps } from '../deps.ts'

/** Returns a keyed hash of a client's IP address, which differs for each link. */
export const clientHash = ({ reviewKeys }: TasksDeps, linkId: string, ip: string): string =>
  reviewKeys.digestOf('client', `${linkId} ${clientKey(ip)}`)
