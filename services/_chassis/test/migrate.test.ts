import { expect, it } from 'vitest'
import { messageTables } from '../src/db/message-tables.ts'
import { createTestDatabase } from '../src/testing/database.ts'

it('databases of one server are migrated at once, though they share the role', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => createTestDatabase('racing', { '0000-messages': messageTables })))
  for (const database of made) await database.drop()
  expect(new Set(made.map((database) => database.url)).size).toBe(6)
})
