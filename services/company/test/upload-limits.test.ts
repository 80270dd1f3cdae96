import { person } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompanyService, createCompany } from './setup.ts'

let company: CompanyService
beforeAll(async () => {
  company = await createCompany()
})
afterAll(() => company.close())

const requestUploadUrl = (owner: ReturnType<typeof person>, query: string) =>
  company.app.inject({ url: `/get-upload-url?fileName=a.png${query}`, headers: owner.headers })

it('a signed URL with a size accepts exactly this number of bytes', async () => {
  const picture = png()
  const { url } = (await requestUploadUrl(person('owner'), `&fileSize=${picture.length}`)).json()
  expect(await company.put(url, Buffer.concat([picture, picture]))).toBe(403)
  expect(await company.put(url, picture.subarray(1))).toBe(403)
  expect(await company.put(url, picture)).toBe(200)
})

it.each(['0', '10485761', 'x'])('a size of %s is rejected', async (fileSize) => {
  expect((await requestUploadUrl(person('owner'), `&fileSize=${fileSize}`)).statusCode).toBe(400)
})

it('each owner gets 20 signed URLs per hour', async () => {
  const owner = person('owner')
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) statuses.push((await requestUploadUrl(owner, '')).statusCode)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  expect((await requestUploadUrl(owner, '')).headers['retry-after']).toMatch(/^\d+$/)
  expect((await requestUploadUrl(person('owner'), '')).statusCode).toBe(200)
})
