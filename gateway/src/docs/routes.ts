import { fileURLToPath } from 'node:url'
import type { App } from '@app/chassis/http/app.ts'
import { staticFile } from '../pages/static-file.ts'
import { asyncApi } from './asyncapi.ts'
import { openApi } from './openapi.ts'

const page = (name: string): string => fileURLToPath(new URL(`page/${name}`, import.meta.url))
const viewer = (name: string): string => fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))

const files = {
  '/docs': page('index.html'),
  '/docs/start.js': page('start.js'),
  '/docs/swagger-ui.css': viewer('swagger-ui.css'),
  '/docs/swagger-ui-bundle.js': viewer('swagger-ui-bundle.js'),
}

/** Returns a function that loads a value at its first call. Saves 3 MB of memory until a visitor opens the API documentation. */
function onFirstCall<T>(load: () => T): () => T {
  let loaded: { value: T } | undefined
  return () => {
    loaded ??= { value: load() }
    return loaded.value
  }
}

/** Registers `/openapi.json`, `/asyncapi.json` and `/docs`, a page that shows the OpenAPI document. */
export function registerDocs(app: App): void {
  for (const [url, document] of [
    ['/openapi.json', openApi],
    ['/asyncapi.json', asyncApi],
  ] as const) {
    const text = onFirstCall(() => JSON.stringify(document()))
    app.get(url, { access: 'public' } as object, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text()),
    )
  }
  for (const [url, path] of Object.entries(files)) {
    const sender = onFirstCall(() => staticFile(path, 'no-cache'))
    app.get(url, { access: 'public', compress: false } as object, async (request, reply) => (await sender())(request, reply))
  }
}
