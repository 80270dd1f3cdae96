import { allEvents, allRoutes } from '@app/contracts/surface.ts'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayUnderTest, startGatewayUnderTest } from './gateway-under-test.ts'

interface Operation {
  operationId: string
  tags: string[]
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, object> } }> }
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}
interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> }
}

let gateway: GatewayUnderTest
let document: Document

beforeAll(async () => {
  gateway = await startGatewayUnderTest()
  const answer = await fetch(`${gateway.url}/openapi.json`)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  document = (await answer.json()) as Document
})
afterAll(() => gateway.stop())

const idsOf = (some: readonly Operation[]): string[] => some.map(({ operationId }) => operationId).sort()
const operations = () =>
  Object.entries(document.paths).flatMap(([path, byMethod]) => Object.values(byMethod).map((one) => ({ path, ...one })))

test('the OpenAPI document has each public route once and no internal route', () => {
  expect(document.openapi).toBe('3.1.1')
  expect(document.servers).toEqual([{ url: '/api' }])
  const ids = operations().map(({ operationId }) => operationId)
  expect([...ids].sort()).toEqual(
    allRoutes
      .filter(({ internal }) => !internal)
      .map(({ id }) => id)
      .sort(),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('each operation is valid: path parameters, schemas, references, security, error responses', () => {
  for (const { path, operationId, parameters, responses, security, requestBody } of operations()) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(path).not.toContain(':')
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(
      inPath.map(({ name }) => name),
      operationId,
    ).toEqual(named)
    expect(inPath.every(({ required }) => required)).toBe(true)
    const contents = [...Object.values(responses).map(({ content }) => content), requestBody?.content ?? {}]
    const schemas = [
      ...parameters.map(({ schema }) => schema),
      ...contents.flatMap((content) => Object.values(content).map(({ schema }) => schema)),
    ]
    for (const schema of schemas) {
      const reference = JSON.stringify(schema).match(/"\$ref":"([^"]+)"/)?.[1]
      if (reference) expect(reference).toBe('#/components/schemas/Problem')
      else expect(() => Compile(schema), operationId).not.toThrow()
    }
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['4XX', '5XX']))
    for (const scheme of security) expect(document.components.securitySchemes).toHaveProperty(Object.keys(scheme))
  }
  expect(document.components.schemas.Problem).toMatchObject({ type: 'object' })
})

test('forms declare their files, and public routes need no token', () => {
  const task = document.paths['/task/create-task']?.post
  expect(task?.security).toEqual([{ bearer: [] }])
  expect(task?.requestBody?.content['multipart/form-data']?.schema.properties.referenceImage).toMatchObject({
    type: 'string',
    format: 'binary',
  })
  const profile = document.paths['/company/update-company-profile']?.post
  expect(profile?.requestBody?.content['multipart/form-data']?.schema.properties.brandRelateImage1).toHaveProperty('anyOf')
  expect(document.paths['/auth']?.post?.security).toEqual([])
  expect(document.paths['/notifications/stream']?.get?.responses['200']?.content).toHaveProperty(['text/event-stream'])
})

/**
 * Routes without Idempotency-Key that are not read with GET: they store nothing, their response is secret, a repeated request has no further
 * effect, or each item of the request has its own key.
 */
const WITHOUT_KEY = [
  'acceptInvitation',
  'adminSignIn',
  'approveReview',
  'askToReturn',
  'beginSecondFactor',
  'checkAdminInvitation',
  'checkTaskBatch',
  'confirmReview',
  'confirmSecondFactor',
  'createTaskBatch',
  'decideTasks',
  'launchTasks',
  'leaveCompany',
  'markNotesSeen',
  'previewMail',
  'proofreadStep',
  'referReviewBack',
  'remindTasks',
  'removeAdmin',
  'removeSecondFactor',
  'reportWebError',
  'resendReview',
  'sendReports',
  'signIn',
  'signOut',
  'signOutEverywhere',
  'snoozeReview',
  'testSheet',
  'undoReview',
  'undoTaskBatch',
  'unsubscribe',
  'uploadPhoto',
]

test('all routes that create, change or send declare the idempotency key', () => {
  const takesKey = operations()
    .filter(({ parameters }) => parameters.some(({ name, in: place }) => place === 'header' && name === 'Idempotency-Key'))
    .map(({ operationId }) => operationId)
  const promised = allRoutes.filter(({ idempotent }) => idempotent).map(({ id }) => id)
  expect(takesKey.sort()).toEqual(promised.sort())
  const changing = allRoutes.filter(({ method, internal }) => method !== 'GET' && !internal).map(({ id }) => id)
  expect(changing.filter((id) => !takesKey.includes(id)).sort()).toEqual(WITHOUT_KEY)
})

test('paginated lists declare the Link header', () => {
  const paginated = operations().filter(({ responses }) => responses['200'] && 'headers' in responses['200'])
  const takeCursor = operations().filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
  expect(takeCursor.length).toBeGreaterThan(0)
  expect(idsOf(paginated)).toEqual(idsOf(takeCursor))
})

test('the AsyncAPI document describes each event, and each channel refers to its message', async () => {
  const described = (await (await fetch(`${gateway.url}/asyncapi.json`)).json()) as {
    asyncapi: string
    channels: Record<string, { messages: { event: { $ref: string } } }>
    components: { messages: Record<string, { payload: { properties: object } }> }
  }
  expect(described.asyncapi).toBe('3.0.0')
  expect(Object.keys(described.channels).sort()).toEqual(allEvents.map(({ type }) => type).sort())
  for (const { messages } of Object.values(described.channels))
    expect(described.components.messages).toHaveProperty([messages.event.$ref.replace('#/components/messages/', '')])
  for (const { payload } of Object.values(described.components.messages))
    expect(payload.properties).toMatchObject({ actorid: {}, actorrole: {}, correlationid: {}, aggregateversion: {} })
})

test('the documentation page has no inline scripts or styles and loads nothing from other origins', async () => {
  const page = await fetch(`${gateway.url}/docs`, { headers: { accept: 'text/html' } })
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(html).not.toMatch(/<script>|<style|style=|https?:\/\//)
  for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const file = await fetch(gateway.url + address)
    expect(file.status, address).toBe(200)
    await file.body?.cancel()
  }
})
