import { expect, it } from 'vitest'
import { createObjectStore } from '../../src/storage/object-store.ts'

const store = createObjectStore({
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'files',
  PUBLIC_URL: 'https://portal.example/',
})

it('URLs for browsers have no origin, so that they work on every host; URLs for emails have the public origin', () => {
  expect(store.publicUrl('public/tasks/a.png')).toBe('/files/public/tasks/a.png')
  expect(store.absoluteUrl('public/tasks/a.png')).toBe('https://portal.example/files/public/tasks/a.png')
  expect(store.signGet('private/a.pdf', 'a.pdf', 60, new Date())).toMatch(/^\/files\/private\/a\.pdf\?.*X-Amz-Signature=/)
  expect(store.signPut('private/incoming/u/a.png', 'image/png', 60)).toMatch(/^\/files\/private\/incoming\/u\/a\.png\?.*X-Amz-Signature=/)
})

it.each([
  ['/files/public/a%20b.png?x=1', 'public/a b.png'],
  ['https://portal.example/files/public/a.png', 'public/a.png'],
  ['http://192.168.7.20:8080/files/public/a.png', 'public/a.png'],
  ['http://192.168.7.20/files/public/a.png', undefined],
  ['https://portal.example.evil.example/files/public/a.png', undefined],
  ['//portal.example/files/public/a.png', undefined],
  ['https://portal.example/files/', undefined],
  ['/files/', undefined],
  ['/files/%zz', undefined],
  ['/other/public/a.png', undefined],
  ['', undefined],
])('for a client at 192.168.7.20:8080, the key of "%s" is %s', (url, key) => {
  expect(store.keyOf(url, '192.168.7.20:8080')).toBe(key)
})
