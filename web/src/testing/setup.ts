import { afterEach, beforeEach } from 'vitest'
import { queryClient } from '../shared/api/query-client.tsx'
import { cleanUp } from './clean-up.ts'

// By default, a failed request is repeated after one and two seconds.
const { queries, ...others } = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 20 } })

// Vitest runs this file before each file of component tests, so the hooks also exist for files that share their page with others.
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanUp)
