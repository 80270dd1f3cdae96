import type { IncomingMessage } from 'node:http'
import type { App } from '@app/chassis/http/app.ts'

/** Whether a browser requests a page, rather than a program calling the API. */
const wantsHtml = (request: Pick<IncomingMessage, 'headers'>): boolean => request.headers.accept?.includes('text/html') ?? false

/** The constraint of a route that serves pages to browsers at a URL that programs call as well. */
export const forBrowsers = { browser: 'yes' }

/** Adds the constraint `forBrowsers`, so that a URL can have one route for browsers and one for programs. */
export function addBrowserConstraint(app: App): void {
  app.addConstraintStrategy({
    name: 'browser',
    storage() {
      const handlers = new Map<unknown, unknown>()
      return {
        get: (value: unknown) => (handlers.get(value) as never) ?? null,
        set: (value: unknown, handler: unknown) => void handlers.set(value, handler),
      }
    },
    validate() {},
    deriveConstraint: (request: Pick<IncomingMessage, 'headers'>) => (wantsHtml(request) ? 'yes' : undefined),
    mustMatchWhenDerived: false,
  })
}
