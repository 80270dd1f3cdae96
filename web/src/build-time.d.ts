interface ImportMetaEnv {
  /** The year of the build, put in by it. */
  readonly BUILT_YEAR: number
  /** The product's version, from `package.json` in the root folder. */
  readonly APP_VERSION: string
}

/** Articles as the build makes them: their facts, and with ?body their text as HTML. */
declare module '*.md' {
  const facts: import('../read-article.ts').ArticleFacts
  export default facts
}

declare module '*.md?body' {
  const html: string
  export default html
}
