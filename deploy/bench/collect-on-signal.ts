import { collectGarbage } from '@app/chassis/collect-garbage.ts'

/** For `node --import`: at SIGUSR2 the process gives back what nothing in it refers to, so that what it holds can be measured. */
process.on('SIGUSR2', () => collectGarbage({ type: 'major', flavor: 'last-resort' }))
