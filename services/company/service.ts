import type { ServiceManifest } from '@app/chassis/service/manifest.ts'
import { subscribedTypes } from './src/consumers.ts'
import { migrations } from './src/db/migrations/index.ts'
import { referencedFiles } from './src/files/referenced-files.ts'
import { start } from './src/main.ts'
import { republish } from './src/republish.ts'

export const service: ServiceManifest = {
  name: 'company',
  start,
  migrations,
  subscribedTypes,
  referencedFiles,
  republish,
  secrets: ['store', 'internalData', 'internalMail'],
}
