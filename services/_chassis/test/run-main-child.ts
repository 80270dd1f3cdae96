import { runIfMain } from '@app/chassis/run-main.ts'

/** A program that starts, or with an argument fails to. */
runIfMain(import.meta.url, async () => {
  if (process.argv[2]) throw new Error('not today')
  process.stdout.write('started\n')
  return { url: '', stop: async () => {} }
})
