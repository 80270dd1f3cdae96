import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void

/** For `node --import`: at SIGUSR2 the process gives back what nothing in it refers to, so that what it holds can be measured. */
process.on('SIGUSR2', () => collect({ type: 'major', flavor: 'last-resort' }))
