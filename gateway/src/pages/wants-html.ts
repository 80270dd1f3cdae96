import type { IncomingMessage } from 'node:http'
import type { App } from '@app/chassis/http/app.ts'

/** Whether a browser is going to this address, rather than a program calling it. */
const wantsHtml = (request: Pick<IncomingMessage, 'headers'>): boolean => request.headers.accept?.includes('text/html') ?? false

/** Routes under this constraint answer browsers that go to an address which programs call as well. */
export const forBrowsers = { browser: 'yes' }

/** Lets one address have a route `forBrowsers` beside its own. */
export function tellBrowsersApart(app: App): void {
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
