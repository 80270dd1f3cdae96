/** For `node --expose-gc --import`: collects all garbage on SIGUSR2, so that a bench measures what the process still uses. */
process.on('SIGUSR2', () => globalThis.gc?.({ execution: 'sync', type: 'major', flavor: 'last-resort' }))
