import { expect, it } from 'vitest'
import { partStack } from '../../local/part-stack.ts'

it('stops each part once, the last opened first, even if one of them fails', async () => {
  const closed: string[] = []
  const part = async (name: string) => ({
    async stop() {
      closed.push(name)
      if (name === 'mail') throw new Error('mail does not end')
    },
  })
  const { open, stop } = partStack()
  for (const name of ['database', 'store', 'mail', 'services']) await open(part(name))
  await expect(open(Promise.reject(new Error('no gateway')))).rejects.toThrow('no gateway')
  await expect(stop()).rejects.toThrow('mail does not end')
  await stop()
  expect(closed).toEqual(['services', 'mail', 'store', 'database'])
})
