import { person } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompanyService, createCompany } from './setup.ts'

let company: CompanyService
beforeAll(async () => {
  company = await createCompany()
})
afterAll(() => company.close())

const ask = (owner: ReturnType<typeof person>, query: string) =>
  company.app.inject({ url: `/get-upload-url?fileName=a.png${query}`, headers: owner.headers })

it('an address for a picture of a told size takes exactly that from the store itself', async () => {
  const picture = png()
  const { url } = (await ask(person('owner'), `&fileSize=${picture.length}`)).json()
  expect(await company.put(url, Buffer.concat([picture, picture]))).toBe(403)
  expect(await company.put(url, picture.subarray(1))).toBe(403)
  expect(await company.put(url, picture)).toBe(200)
})

it.each(['0', '10485761', 'x'])('a size of %s is refused', async (fileSize) => {
  expect((await ask(person('owner'), `&fileSize=${fileSize}`)).statusCode).toBe(400)
})

it('an owner gets twenty addresses in an hour, others theirs', async () => {
  const owner = person('owner')
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) statuses.push((await ask(owner, '')).statusCode)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  expect((await ask(owner, '')).headers['retry-after']).toMatch(/^\d+$/)
  expect((await ask(person('owner'), '')).statusCode).toBe(200)
})
