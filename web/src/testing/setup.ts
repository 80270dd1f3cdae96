import * as React from 'react'
import { afterEach, beforeEach } from 'vitest'
import { cleanUp } from './clean-up.ts'

/** Internals of React. React counts in this property the elements whose stack it has recorded for warnings, and records no more at the maximum. */
const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
// Recording stacks takes 18% of the CPU time of component tests, and no test reads them.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set() {}, configurable: true })

// Vitest runs this file before each file of component tests, so the hooks also exist for files that share their page with others.
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanUp)
