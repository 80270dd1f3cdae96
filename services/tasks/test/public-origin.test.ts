import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewing } from './reviews/reviewing.ts'
import { admin, setUp } from './setup.ts'

const EARLIER = 'http://earlier.example'
const LOGO = '/files/public/company/logo.png'

let service: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

test('after a change of PUBLIC_URL, no response contains the earlier origin, even if an earlier release stored it', async () => {
  const owner = await ownerWithCompany(service.deps)
  const images = JSON.stringify({ logo: EARLIER + LOGO, brandRelateImage1: EARLIER + LOGO })
  await sql`update company set profile = profile || ${images}::jsonb where id = ${owner.company._id}`.execute(service.db)
  await sql`
    insert into owner_address (owner_id, email, is_confirmed, version) values (${owner.id}, 'maria@harborpine.example', true, 1)`.execute(
    service.db,
  )
  const link = reviewing(service)
  const { token } = await link.linked(owner)
  const asAdmin = async (url: string) => (await service.app.inject({ url, headers: admin.headers })).body
  const responses = [
    JSON.stringify(await link.review(token)),
    await asAdmin('/admin/board/companies'),
    await asAdmin(`/admin/board/companies/${owner.company._id}`),
    await asAdmin('/admin/all-companies'),
  ]
  for (const response of responses) {
    expect(response).toContain(`"${LOGO}"`)
    expect(response).not.toContain(EARLIER)
    expect(response).not.toContain('http://files.test')
  }
})
