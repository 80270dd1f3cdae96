import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUp } from './setup.ts'

const rows = [{ 'First Name': 'Ada', 'Last Name': 'Marsh', 'Email id': 'ada@marsh.example', Stage: 'Lead', 'Customer ID': 'c1' }]
let script: Server
let service: Awaited<ReturnType<typeof setUp>>
let gsapi: string
beforeAll(async () => {
  script = createServer((_request, response) => response.end(JSON.stringify({ data: rows }))).listen(0, '127.0.0.1')
  await once(script, 'listening')
  const host = `127.0.0.1:${(script.address() as AddressInfo).port}`
  gsapi = `http://${host}/exec`
  service = await setUp(host)
})
afterAll(async () => {
  await service.stop()
  script.close()
})

test('an owner reads the rows of the company’s spreadsheet', async () => {
  const owner = await ownerWithCompany(service.deps, { gsapi })
  const answer = await service.app.inject({ url: '/crm/customers', headers: owner.headers })
  expect(answer.json().data).toEqual([
    {
      ...rows[0],
      'Mobile No': '',
      'Lead Date': '',
      'Customer date': '',
      'Email Subscription': '',
      'Other Details': '',
      row: 2,
    },
  ])
})

test('without an address it says so', async () => {
  const owner = await ownerWithCompany(service.deps)
  const answer = await service.app.inject({ url: '/crm/customers', headers: owner.headers })
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'Google Sheets API is not configured for your company profile.'])
})
