import { build, type Plugin } from 'vite'

const REVIEW_URL = /^\/review\/(?:invitation\/)?[^/?#]+/

/**
 * Vite plugin that builds the review page after the app. During development, the plugin serves the page (with React) for URLs of review
 * links and invitations.
 */
export const reviewPage: Plugin = {
  name: 'review-page',
  apply: ({ build: options }) => !options?.ssr,
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(REVIEW_URL, '/review.html')
      next()
    })
  },
  writeBundle: {
    sequential: true,
    async handler({ dir }) {
      await build({ configFile: `${import.meta.dirname}/vite.review.config.ts`, logLevel: 'warn', build: { outDir: dir } })
    },
  },
}
