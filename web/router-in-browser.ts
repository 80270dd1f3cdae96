import type { Plugin } from 'vite'

/**
 * Lets the bundler leave out what nobody uses of the router (forms, scroll restoration, lists of what to fetch ahead): its builds
 * name their components for the developer tools in statements of their own, which keep each of them in.
 */
export const routerInBrowser: Plugin = {
  name: 'router-in-browser',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef)\()/gm, '$1/* @__PURE__ */ $2'),
      map: null,
    }),
  },
}
