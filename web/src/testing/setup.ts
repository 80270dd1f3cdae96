import { afterEach, beforeEach } from 'vitest'
import { cleanUp } from './clean-up.ts'

// Vitest runs this file before each file of component tests, so the hooks also exist for files that share their page with others.
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanUp)
