import type { LookupAddress, LookupAllOptions } from 'node:dns'
import dns from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { lookup } = dns
const { HOSTS_FILE = '' } = process.env

/** Returns the addresses of a name in `HOSTS_FILE`. Each line has an IP address and a name, as in `/etc/hosts`. */
async function addressesOf(name: string): Promise<LookupAddress[]> {
  const lines = (await readFile(HOSTS_FILE, 'utf8')).split('\n').map((line) => line.split(' '))
  return lines.flatMap(([address = '', of]) => (of === name ? [{ address, family: 4 }] : []))
}

/** For `node --import`: resolves names with `HOSTS_FILE`, to simulate a DNS server whose records change when replicas start and stop. */
Object.assign(dns, {
  async lookup(name: string, options: LookupAllOptions): Promise<LookupAddress[]> {
    const found = await addressesOf(name)
    return found.length > 0 ? found : lookup(name, options)
  },
})
syncBuiltinESMExports()
