import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

interface Collection {
  /** Of what is young only, or of everything. */
  type: 'minor' | 'major'
  /** Again and again until nothing more comes free, and with all that can be made again. */
  flavor?: 'last-resort'
}

// A running process has no other way to the collector than the flag that shows it to scripts, and a script that began after it.
setFlagsFromString('--expose-gc')
/** Frees at once what nothing refers to any more; the process stands still meanwhile. */
export const collectGarbage = runInNewContext('gc') as (collection: Collection) => void
