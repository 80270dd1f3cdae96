/** For `node --expose-gc --import`: runs a full garbage collection on SIGUSR2, so that a bench measures only memory in use. */
process.on('SIGUSR2', () => globalThis.gc?.({ execution: 'sync', type: 'major', flavor: 'last-resort' }))
