import type { ServiceManifest } from '@app/chassis/service/manifest.ts'
import { subscribedTypes } from './src/consumers.ts'
import { migrations } from './src/db/migrations/index.ts'
import { start } from './src/main.ts'
import { republish } from './src/republish.ts'

export const service: ServiceManifest = {
  name: 'identity',
  start,
  migrations,
  subscribedTypes,
  republish,
  secrets: ['accounts', 'internalData', 'internalMail'],
}
