import { runIfMain } from '@app/chassis/run-main.ts'

/** A program that starts; with `fail` it fails to, with `hang` it runs and does not end when it is asked to. */
runIfMain(import.meta.url, async () => {
  const what = process.argv[2]
  if (what === 'fail') throw new Error('not today')
  if (what === 'hang') setInterval(() => {}, 1_000)
  // Signals are heard from when this has been answered.
  setImmediate(() => process.stdout.write('started\n'))
  return {
    url: '',
    stop: () => {
      process.stdout.write('stopping\n')
      return what === 'hang' ? new Promise(() => {}) : Promise.resolve()
    },
  }
})
