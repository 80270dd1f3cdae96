import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { person } from '@app/chassis/testing/people.ts'
import { buildTested, open } from './tested.ts'

/** This process commits an effect, prints `committed`, and never responds. The test kills it. */
const [url = '', ownerId = '', key = '', name = ''] = process.argv.slice(2)
const app = await buildTested(open(url), {} as ObjectStore, {
  async committed() {
    process.stdout.write('committed\n')
    await new Promise(() => {})
  },
})
await app.inject({
  method: 'POST',
  url: '/effects',
  headers: { ...person('owner', ownerId).headers, 'idempotency-key': key },
  payload: { name },
})
