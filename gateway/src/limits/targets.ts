import type { App } from '@app/chassis/http/app.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    target?: Target
  }
}

/** `call`: a route of the contracts. `file`: a file in the store. `page`: everything else, such as screens, assets and redirects. */
type Target = 'page' | 'call' | 'file'

interface Longest {
  path: number
  query: number
}

/**
 * Maximum length of path and query string, in characters as sent. The path of a call has at most two parameters of 300 characters. Its
 * query string has a search text of at most 200 characters. Percent-encoding can make each character nine times longer. A signed file URL
 * contains the file name, which is encoded twice.
 */
export const targetLimits: Readonly<Record<Target, Longest>> = {
  page: { path: 256, query: 4_096 },
  call: { path: 1_024, query: 4_096 },
  file: { path: 1_024, query: 8_192 },
}

export const targetOf = ({ routeOptions }: FastifyRequest): Target => routeOptions.config.target ?? 'page'

/** Rejects a request with 414 if its path or query string is longer than `targetLimits` allows. */
export function limitTargets(app: App): void {
  app.addHook('onRequest', async (request) => {
    const url = request.raw.url ?? ''
    const { path, query } = targetLimits[targetOf(request)]
    const mark = url.indexOf('?')
    const pathLength = mark < 0 ? url.length : mark
    if (pathLength > path || url.length - pathLength - 1 > query) {
      throw new AppError('target-too-long', 'target-too-long', 'This URL is too long.')
    }
  })
}
