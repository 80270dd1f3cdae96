import * as React from 'react'
import { afterEach, beforeEach } from 'vitest'
import { cleanUp } from './clean-up.ts'

const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
// React records the stack of each element for its warnings, until this counter reaches a maximum. Without the stacks, component tests need
// 18% less CPU time.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set() {}, configurable: true })

// Vitest runs this file before each file of component tests, so the hooks also exist for files that share their page with others.
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanUp)
