import type { TestSheet } from '@app/chassis/testing/sheet.ts'

export const SECRET = 'a secret'

export const post = (sheet: TestSheet, action: string, fields: object = {}, signal?: AbortSignal): Promise<Response> =>
  fetch(sheet.url, { method: 'POST', body: JSON.stringify({ v: 1, secret: SECRET, action, ...fields }), signal })

export const add = (sheet: TestSheet, id: string): Promise<Response> =>
  post(sheet, 'add', { id, idColumn: 'Customer ID', values: { 'First Name': id } })
