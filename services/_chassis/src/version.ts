import manifest from '../../../package.json' with { type: 'json' }

/** The product's version, from `package.json` in the root folder. */
export const { version } = manifest
