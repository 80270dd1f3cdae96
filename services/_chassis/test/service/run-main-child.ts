import { runIfMain } from '@app/chassis/service/run-main.ts'

/** A program for tests. With the argument `fail`, its start fails. With `hang`, its stop never ends. */
runIfMain(import.meta.url, async () => {
  const what = process.argv[2]
  if (what === 'fail') throw new Error('not today')
  if (what === 'hang') setInterval(() => {}, 1_000)
  // Signals are handled only after this function has returned, so `started` is printed after its return.
  setImmediate(() => process.stdout.write('started\n'))
  return {
    url: '',
    stop: () => {
      process.stdout.write('stopping\n')
      return what === 'hang' ? new Promise(() => {}) : Promise.resolve()
    },
  }
})
