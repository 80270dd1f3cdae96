import type { IncomingMessage } from 'node:http'
import type { App } from '@app/chassis/http/app.ts'

/** Whether the client accepts HTML. Browsers send this for pages, but not for the requests of a page. */
export const wantsHtml = (request: Pick<IncomingMessage, 'headers'>): boolean => request.headers.accept?.includes('text/html') ?? false

export const forBrowsers = { browser: 'yes' }

/** Registers the constraint `forBrowsers`, so that one URL can have a route for browsers and a route for programs. */
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
