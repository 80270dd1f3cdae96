import type { LookupAddress, LookupAllOptions } from 'node:dns'
import dns from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { lookup } = dns
const { HOSTS_FILE = '' } = process.env

/** What stands in the file as in `/etc/hosts`: an address and its name in each line. */
async function addressesOf(name: string): Promise<LookupAddress[]> {
  const lines = (await readFile(HOSTS_FILE, 'utf8')).split('\n').map((line) => line.split(' '))
  return lines.flatMap(([address = '', of]) => (of === name ? [{ address, family: 4 }] : []))
}

/** For `node --import`: names of `HOSTS_FILE` have the addresses that it gives them at the moment, as a platform's name server does when replicas come and go. */
Object.assign(dns, {
  async lookup(name: string, options: LookupAllOptions): Promise<LookupAddress[]> {
    const found = await addressesOf(name)
    return found.length > 0 ? found : lookup(name, options)
  },
})
syncBuiltinESMExports()
